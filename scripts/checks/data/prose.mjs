// Data of the prose check: the phrases and words that docs/style.md and docs/glossary.md replace, and the files with texts for visitors.

const word = (source) => new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${source})(?![\\p{L}\\p{N}_-])`, 'giu')

/** Phrases of docs/style.md. The `pattern` of `what` is the program in `scripts/lib/prose/freeWhat.mjs`. */
export const phrases = [
  { id: 'nobody', pattern: word('nobody'), instead: 'name the role ("the server never sees the key"), or "no one"' },
  { id: 'whoever', pattern: word('whoever|whomever'), instead: 'name the role, or "anyone who"' },
  { id: 'what', pattern: undefined, instead: 'use the noun that the clause describes' },
  {
    id: 'somebody',
    pattern: word('somebody|anybody|everybody'),
    instead: 'name the role, or "someone", "anyone", "everyone"',
  },
  { id: 'by itself', pattern: word('by (?:itself|themselves)'), instead: '"automatically", or name what triggers it' },
  {
    id: 'of its own',
    pattern: word('of (?:its|their|his|your|our) own'),
    instead: '"its own …", "a separate …" or "dedicated"',
  },
  { id: 'is there to', pattern: word('(?:is|are) there to'), instead: 'say what it does: "prevents", "keeps"' },
  {
    id: 'stands in',
    pattern: word('(?:stands?|stood) (?:in|behind|before|beside|there|here|under|over|above|below|on)(?! for)'),
    instead: '"is in", "precedes", "follows"',
  },
  {
    id: 'in the place of',
    pattern: word('in the place of|in (?:its|their|his) place'),
    instead: '"instead of", "replaces"',
  },
  {
    id: 'is told',
    pattern: word('(?:is|are|was|were) (?:told|asked) of|(?:is|are|was|were) said of'),
    instead: '"receives", "learns about", "describes"',
  },
  { id: 'for ever', pattern: word('for ever'), instead: '"forever", "permanently"' },
]

const walletConnect = /walletconnect|walletConnect|apps\/phone\/|docs\/(?:relay|glossary)\.md|packages\/testkit\//
const swaps = /(?:core\/src|react\/src\/views)\/swap\/|server\/src\/swap\/|recipes\/swap\.md/

/**
 * Words of docs/glossary.md that are not used. `within` and `outside` match the path of the file, because some of these words have their
 * own meaning elsewhere. Add a term only if a program can tell the wrong use from a right one.
 */
export const terms = [
  {
    id: 'session',
    pattern: word('(?<!walletconnect )sessions?(?! (?:key|storage|proposal|request|topic)s?)'),
    use: '"login", "sign-in" or "permission"',
    outside: walletConnect,
  },
  {
    id: 'hand over',
    pattern: word('hand(?:s|ed|ing)? (?:it |them )?over|hand-?overs?'),
    use: '"device transfer" for wallets, "submit" for signed bytes, "pass" for values',
  },
  { id: 'purchase', pattern: word('purchases?|purchased'), use: '"order" in code and docs, "Buy" on screens' },
  { id: 'trade', pattern: word('trades?|traded|conversions?|convert(?:s|ed)?'), use: '"swap"', within: swaps },
  { id: 'wallet by email', pattern: word('wallets? by email|email wallets?'), use: '"embedded wallet"' },
  { id: 'seed phrase', pattern: word('seed phrases?|secret phrases?|mnemonic phrases?'), use: '"recovery phrase"' },
  { id: 'way to sign in', pattern: word('ways? (?:to|of) (?:sign(?:ing)?|log(?:ging)?) in'), use: '"login method"' },
  {
    id: 'told',
    pattern: word('(?:is|are|be) told (?:when|that|once)'),
    use: '"notified" or "called", and the name of the callback',
  },
  { id: 'paper', pattern: word('a paper that'), use: '"a newspaper that"' },
  // One spelling: American, as in the language of the web platform (`color`, `canceled`, `behavior`).
  { id: 'colour', pattern: word('colours?|coloured|colouring'), use: '"color"' },
  { id: 'behaviour', pattern: word('behaviours?|favourites?|honour(?:s|ed)?'), use: '"behavior", "favorite", "honor"' },
  { id: 'licence', pattern: word('licences?'), use: '"license"' },
  { id: 'catalogue', pattern: word('catalogues?'), use: '"catalog"' },
  { id: 'defence', pattern: word('defences?'), use: '"defense"' },
  { id: 'cancelled', pattern: word('cancell(?:ed|ing)'), use: '"canceled", "canceling"' },
  { id: 'centre', pattern: word('centres?|centred'), use: '"center"' },
  {
    id: '-ise',
    pattern: word(
      '(?:real|recogn|serial|deserial|final|normal|initial|author|organ|minim|maxim|optim|summar|util|special|general|custom|local|synchron)is(?:e|es|ed|ing|ation|ations)',
    ),
    use: '"-ize", "-ization"',
  },
]

/** Written by a program from texts that are measured at their source. */
export const generated =
  /^(?:CHANGELOG\.md|docs\/errors\.md|bench\/RESULTS\.md|vendor\/|.*\/(?:generated|artifacts|vectors|migrations)\/)/

/** The English message catalogs, from which screens and mails are drawn. */
export const catalogs =
  /^(?:packages\/react\/src\/messages\/(?:en|\w+En)\.ts|apps\/wallet\/src\/messages\/(?:en|\w+En)\.ts|apps\/web\/src\/language\/english\.ts|apps\/server\/src\/mail\/languages\/en\.ts|apps\/phone\/src\/texts\/\w+\.ts|apps\/subscription\/src\/page\/planTexts\.ts)$/

/** The error catalog, from which docs/errors.md is written. */
export const errorCatalogs = /^packages\/protocol\/src\/errors\/\w+Errors\.ts$/

/** Apps without a catalog: their texts are in the markup. */
export const markup = /^apps\/(?:phone|subscription)\/src\/.*(?<!\.test)\.tsx$/
