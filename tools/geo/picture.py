"""Plain pictures of maps, written as SVG and, with Pillow, as PNG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geo.grid import Point

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw


@dataclass(frozen=True)
class Shape:
    """One thing drawn: `kind` is polygon, line, disc or text; colours are written #rrggbb, or empty for none."""

    kind: str
    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, float] | None = None
    text: str = ""
    size: float = 0.0
    turn: float = 0.0
    bold: bool = False
    italic: bool = False
    halo: str = ""


@dataclass
class Picture:
    """A sheet of `width` by `height` units; what is added later lies above."""

    width: float
    height: float
    paper: str = "#ffffff"
    shapes: list[Shape] = field(default_factory=list)

    def polygon(self, points: Sequence[Point], fill: str = "", stroke: str = "", width: float = 1.0) -> None:
        """A closed outline."""
        self.shapes.append(Shape("polygon", tuple(points), fill, stroke, width))

    def line(
        self, points: Sequence[Point], stroke: str, width: float = 1.0, dash: tuple[float, float] | None = None
    ) -> None:
        """An open line."""
        self.shapes.append(Shape("line", tuple(points), "", stroke, width, dash))

    def disc(self, centre: Point, radius: float, fill: str = "", stroke: str = "", width: float = 1.0) -> None:
        """A circle."""
        self.shapes.append(Shape("disc", (centre,), fill, stroke, width, size=radius))

    def text(self, at: Point, text: str, size: float, fill: str = "#000000", **style: Any) -> None:
        """Words centred on a point; style: bold, italic, turn (degrees), halo (a colour behind the letters)."""
        self.shapes.append(Shape("text", (at,), fill, text=text, size=size, **style))

    def svg(self) -> str:
        """The picture as SVG."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}">'
        body = [f'<rect width="{self.width:g}" height="{self.height:g}" fill="{self.paper}"/>']
        body += [_svg(shape) for shape in self.shapes]
        return "\n".join([head, *body, "</svg>", ""])

    def save_png(self, path: Path, scale: float = 1.0) -> None:
        """The picture as PNG, drawn at twice the size and reduced."""
        from PIL import Image, ImageDraw

        factor = 2 * scale
        size = (round(self.width * factor), round(self.height * factor))
        image = Image.new("RGB", size, self.paper)
        draw = ImageDraw.Draw(image)
        for shape in self.shapes:
            _paint(draw, shape, factor)
        image = image.resize((size[0] // 2, size[1] // 2), Image.Resampling.LANCZOS)
        image.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


def _numbers(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _svg(s: Shape) -> str:
    paint = f'fill="{s.fill or "none"}"'
    if s.stroke:
        paint += f' stroke="{s.stroke}" stroke-width="{s.width:g}"'
    if s.kind == "polygon":
        return f'<polygon points="{_numbers(s.points)}" {paint}/>'
    if s.kind == "line":
        dash = f' stroke-dasharray="{s.dash[0]:g} {s.dash[1]:g}"' if s.dash else ""
        join = 'stroke-linejoin="round" stroke-linecap="round"'
        return f'<polyline points="{_numbers(s.points)}" {paint}{dash} {join}/>'
    x, y = s.points[0]
    if s.kind == "disc":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{s.size:g}" {paint}/>'
    style = f'font-size="{s.size:g}" text-anchor="middle" font-family="Liberation Sans Narrow, Arial, sans-serif"'
    style += ' font-weight="bold"' if s.bold else ""
    style += ' font-style="italic"' if s.italic else ""
    style += f' stroke="{s.halo}" stroke-width="3" paint-order="stroke"' if s.halo else ""
    style += f' transform="rotate({s.turn:g} {x:.1f} {y:.1f})"' if s.turn else ""
    return f'<text x="{x:.1f}" y="{y + s.size * 0.35:.1f}" {paint} {style}>{escape(s.text)}</text>'


def _dashed(points: Sequence[Point], dash: tuple[float, float]) -> list[list[Point]]:
    out: list[list[Point]] = []
    on, left = True, dash[0]
    run = [points[0]]
    for x2, y2 in points[1:]:
        x1, y1 = run[-1]
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        while length > left:
            x1, y1 = x1 + (x2 - x1) * left / length, y1 + (y2 - y1) * left / length
            length -= left
            run.append((x1, y1))
            if on:
                out.append(run)
            on, run = not on, [(x1, y1)]
            left = dash[0] if on else dash[1]
        left -= length
        run.append((x2, y2))
    return [*out, run] if on else out


def _paint(draw: ImageDraw, s: Shape, factor: float) -> None:
    from PIL import ImageFont

    points = [(x * factor, y * factor) for x, y in s.points]
    width = max(1, round(s.width * factor))
    if s.kind == "polygon":
        if s.fill:
            draw.polygon(points, fill=s.fill)
        if s.stroke:
            draw.line([*points, points[0]], fill=s.stroke, width=width, joint="curve")
    elif s.kind == "line":
        for run in _dashed(points, (s.dash[0] * factor, s.dash[1] * factor)) if s.dash else [points]:
            draw.line(run, fill=s.stroke, width=width, joint="curve")
    elif s.kind == "disc":
        (x, y), r = points[0], s.size * factor
        draw.ellipse((x - r, y - r, x + r, y + r), fill=s.fill or None, outline=s.stroke or None, width=width)
    else:
        font = ImageFont.load_default(s.size * factor * 0.92)
        if s.halo:
            draw.text(points[0], s.text, s.halo, font, anchor="mm", stroke_width=round(factor * 1.6))
        draw.text(points[0], s.text, s.fill, font, anchor="mm", stroke_width=round(factor * 0.3) if s.bold else 0)
