/**
 * What changed, applied to what was known: docs/protocol.md, "Patches". The old value stays as it was.
 * @param {any} old
 * @param {any} patch
 * @returns {any}
 */
export function apply(old, patch) {
  if (Array.isArray(old)) {
    const items = new Map(old.map((item) => [item.id, item]));
    for (const id of patch["-"] ?? []) items.delete(id);
    for (const [id, inner] of Object.entries(patch["~"] ?? {})) items.set(id, apply(items.get(id), inner));
    for (const item of patch["="] ?? []) items.set(item.id, item);
    return patch["#"] ? patch["#"].map((/** @type {string} */ id) => items.get(id)) : [...items.values()];
  }
  const made = { ...old, ...patch["="] };
  for (const key of patch["-"] ?? []) delete made[key];
  for (const [key, inner] of Object.entries(patch["~"] ?? {})) made[key] = apply(old[key], inner);
  return made;
}
