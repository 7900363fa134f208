"""The laboratory: studies over many whole games, their tables, their report, and how two of them differ.

    plan       what is studied: a grid over titles, scenarios, options, commanders, temperaments, own data, seeds
    record     one game, played and written down as rows
    tables     what the rows of each table are
    work       where games are played: the cores of this machine, or Ray
    store      the folder of a study: parts while it runs, Parquet and a manifest when it is done
    study      a study begun, gone on with, opened; what its tables show
    history    losses and front lines of 1914, laid over the maps
    ground     who holds which ground, and the line between
    figures    winners, bands, losses, fronts, heat, rules, paces, odds
    attacks, reckoning   how attacks are counted; what can be told from chance
    findings   what the figures show, in sentences
    compare    two studies side by side
    charts, report   how it looks, as SVG and as one page of HTML
    display    how games, positions, odds and studies show themselves in a notebook

Results depend on the plan alone: not on where games are played, in which order they end, or how often it was stopped.
"""
