// The rules of docs/style.md that a program can check, as rules of textlint. Each reads the sentences of a block; `figures` only counts.
import { findFreeWhat } from './freeWhat.mjs'
import { joinPieces, splitSentences } from './readText.mjs'

const blocks = new WeakMap()

/** The sentences of a paragraph, heading or table cell, with their places in the file. */
function readBlock(node) {
  if (blocks.has(node)) return blocks.get(node)
  const pieces = []
  collect(node, pieces)
  const { text, plain, placeOf } = joinPieces(pieces)
  const block = { text, plain, placeOf, sentences: splitSentences(text) }
  blocks.set(node, block)
  return block
}

function collect(node, pieces) {
  const { type, raw, range, children } = node
  if (type === 'Str')
    pieces.push({ value: node.kind || !/[\\&]/.test(raw) ? (node.value ?? raw) : raw, start: range[0] })
  else if (type === 'Code') pieces.push({ value: raw, start: range[0] })
  else if (type === 'Break') pieces.push({ value: '\n', start: range[0] })
  else if (type === 'Html' || type === 'Image' || type === 'HtmlBlock') return
  // An address that stands for itself is not read.
  else if (type === 'Link' && children.length === 1 && /^(?:https?:|www\.)/.test(children[0].raw)) {
    pieces.push({ value: 'X', start: range[0] })
  } else for (const child of children ?? []) collect(child, pieces)
}

/** A rule that looks at every block; the words of a quoted author are not ours. */
function onBlocks(look) {
  return (context, options = {}) => {
    const { Syntax } = context
    const read = (node) => {
      for (let { parent } = node; parent; { parent } = parent) if (parent.type === Syntax.BlockQuote) return
      look(readBlock(node), { context, options, node })
    }
    return { [Syntax.Paragraph]: read, [Syntax.Header]: read, [Syntax.TableCell]: read }
  }
}

function reportAt({ context, node }, place, message) {
  const { RuleError, locator, report } = context
  report(node, new RuleError(message, { padding: locator.at(Math.max(0, place - node.range[0])) }))
}

/** Phrases of the list, each with the words to write instead. */
const forbiddenPhrases = onBlocks(({ sentences, placeOf }, at) => {
  for (const { text, start } of sentences)
    for (const { id, pattern, instead } of at.options.phrases) {
      const found = id === 'what' ? findFreeWhat(text) : [...text.matchAll(pattern)].map(({ index }) => index)
      for (const index of found) reportAt(at, placeOf(start + index), `${id}: ${instead}`)
    }
})

/** Words that the glossary replaces. A term counts where its `within` and `outside` allow. */
const glossaryTerms = onBlocks(({ sentences, placeOf }, at) => {
  const path = at.context.getFilePath()
  for (const { id, pattern, use, within, outside } of at.options.terms) {
    if ((within && !within.test(path)) || outside?.test(path)) continue
    for (const { text, start } of sentences)
      for (const { index } of text.matchAll(pattern)) reportAt(at, placeOf(start + index), `${id}: write ${use}`)
  }
})

const repeatedWords = onBlocks(({ sentences, placeOf }, at) => {
  for (const { text, start } of sentences)
    for (const { 0: found, 1: word, index } of text.matchAll(/(?<![\p{L}\p{N}'’-])(\p{L}+)\s+\1(?![\p{L}\p{N}'’-])/giu))
      if (!/^(?:that|had|X+)$/i.test(word))
        reportAt(at, placeOf(start + index), `repeated: ${found.replace(/\s+/g, ' ')}`)
})

const sentenceLength = onBlocks(({ sentences, placeOf }, at) => {
  const { over, upTo = Number.POSITIVE_INFINITY } = at.options
  for (const { words, start } of sentences)
    if (words > over && words <= upTo) reportAt(at, placeOf(start), `${words} words, the limit is ${over}`)
})

/** Hands every block to `options.collect`; reports nothing. */
const figures = onBlocks(({ plain, sentences, placeOf }, { node, options }) => {
  const isShort = node.type !== 'Paragraph'
  options.collect({
    kind: node.kind ?? 'docs',
    sentences: sentences.map(({ text, start, words }) => ({
      words,
      // The median is of sentences in running text; a heading, a cell or a label of two words says nothing of it.
      isCounted: !isShort && words > 2,
      start: placeOf(start),
      end: placeOf(start + text.length),
      text: plain.slice(start, start + text.length).replace(/\s+/g, ' '),
    })),
  })
})

export const rules = { forbiddenPhrases, glossaryTerms, repeatedWords, sentenceLength, figures }
