// Runs the prose rules over files and counts their findings.
import { extname } from 'node:path'
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import { catalogs, errorCatalogs, markup, phrases, terms } from '../../checks/data/prose.mjs'
import { createTypescriptPlugin } from './plugin.mjs'
import { rules } from './rules.mjs'

/** No sentence is longer; the check counts each one. */
export const hardLimit = 40
/** Longer sentences are listed in reports and figures. */
export const softLimit = 30

/**
 * @typedef {object} Finding
 * @property {string} rule `phrase`, `term`, `repeated`, `long` or `lengthy`
 * @property {string} id of the phrase or term, else the rule
 * @property {string} message
 * @typedef {object} Sentence
 * @property {import('./readTypescript.mjs').ProseKind} kind
 * @property {string} path
 * @property {number} line
 * @property {string} text
 * @property {number} words
 * @property {boolean} isCounted towards the median
 * @property {Finding[]} findings
 */

/**
 * Reads files sentence by sentence, with the findings of each.
 *
 * @param {Iterable<{ path: string, text: string }>} files Markdown, TypeScript and JavaScript
 * @returns {Promise<Sentence[]>}
 */
export async function measureProse(files) {
  const kernel = new TextlintKernel()
  let blocks = []
  const plugins = [
    { pluginId: 'markdown', plugin: markdown.default ?? markdown },
    { pluginId: 'typescript', plugin: createTypescriptPlugin(textsOfFile) },
  ]
  const rule = (ruleId, name, options) => ({ ruleId, rule: rules[name], options })
  const enabled = [
    rule('phrase', 'forbiddenPhrases', { phrases }),
    rule('term', 'glossaryTerms', { terms }),
    rule('repeated', 'repeatedWords', {}),
    rule('long', 'sentenceLength', { over: hardLimit }),
    rule('lengthy', 'sentenceLength', { over: softLimit, upTo: hardLimit, severity: 'warning' }),
    rule('figures', 'figures', { collect: (block) => blocks.push(block) }),
  ]
  const sentences = []
  for (const { path, text } of files) {
    blocks = []
    const { messages } = await kernel.lintText(text, { ext: extname(path), filePath: path, plugins, rules: enabled })
    const own = blocks.flatMap(({ kind, sentences: inBlock }) =>
      inBlock.map((sentence) => ({ ...sentence, kind, path, findings: [] })),
    )
    for (const { ruleId, message, index } of messages) {
      const home = own.find(({ start, end }) => start <= index && index <= end)
      const id = ruleId === 'phrase' || ruleId === 'term' ? message.slice(0, message.indexOf(':')) : ruleId
      home?.findings.push({ rule: ruleId, id, message })
    }
    sentences.push(...addLines(own, text))
  }
  return sentences
}

/** Which texts of a source its visitors read. */
function textsOfFile(path) {
  return { isCatalog: catalogs.test(path), isErrorCatalog: errorCatalogs.test(path), showsMarkup: markup.test(path) }
}

function addLines(sentences, text) {
  const sorted = sentences.sort((one, other) => one.start - other.start)
  let [line, at] = [1, 0]
  for (const sentence of sorted) {
    for (let next = text.indexOf('\n', at); next !== -1 && next < sentence.start; next = text.indexOf('\n', at)) {
      line += 1
      at = next + 1
    }
    sentence.line = line
  }
  return sorted
}

/**
 * Sums sentences up.
 *
 * @param {readonly Sentence[]} sentences
 */
export function sumUp(sentences) {
  const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0)
  const lengths = sentences
    .filter(({ isCounted }) => isCounted)
    .map((sentence) => sentence.words)
    .sort((one, other) => one - other)
  const counts = {}
  for (const { findings } of sentences)
    for (const { rule, id } of findings) {
      const key = rule === 'term' ? `term ${id}` : id
      counts[key] = (counts[key] ?? 0) + 1
    }
  const share = (part) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * part))] ?? 0
  return {
    words,
    sentences: lengths.length,
    median: share(0.5),
    p90: share(0.9),
    longest: sentences.reduce((most, sentence) => Math.max(most, sentence.words), 0),
    counts,
  }
}
