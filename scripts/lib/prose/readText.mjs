// Reads a block of prose (a paragraph, a table cell, a log line) as sentences and words. Code, URLs and quotations are masked with the
// letter X, so that no rule reads them. Masked text keeps its length, so each position still leads back to its place in the file.

/** A period behind these does not end a sentence: abbreviations, and initials other than the mask. */
const abbreviation =
  /(?:^|[\s(“"'])(?:e\.g|i\.e|etc|vs|cf|ca|resp|approx|incl|excl|mr|mrs|dr|st|inc|ltd|u\.s|a\.k\.a|(?!x)[a-z])\.$/i
/** Those that a number follows. */
const beforeNumber = /(?:^|[\s(])(?:no|nos|fig|sec|ch|p|pp|min|max)\.$/i

const masks = [
  // A code span counts as one word, whatever is in it. One that is never closed is left alone.
  { pattern: /``.+?``|`[^`]+`/gs, keepSpaces: false },
  { pattern: /\{@\w+[^}]*\}/g, keepSpaces: false },
  { pattern: /\b[a-z][a-z+.-]*:\/\/[^\s<>"'`)\]]*[^\s<>"'`)\].,;:!?]/gi, keepSpaces: false },
  { pattern: /\$?\{[\w.]+\}/g, keepSpaces: false },
  // A quotation shows words instead of using them: a button's label, another author's text, an example of what to avoid.
  { pattern: /"[^"\n]{1,400}"|“[^”]{1,400}”/g, keepSpaces: true },
]

/** Masks code, URLs, placeholders and quotations. */
function maskCode(text) {
  let masked = text
  for (const { pattern, keepSpaces } of masks)
    masked = masked.replace(pattern, (found) => (keepSpaces ? found.replace(/[^\s]/g, 'X') : 'X'.repeat(found.length)))
  return masked
}

/**
 * Splits masked text into sentences.
 *
 * @param {string} text
 * @returns {{ text: string, start: number, words: number }[]} with the position of each sentence in `text`
 */
export function splitSentences(text) {
  const sentences = []
  let start = 0
  const add = (end) => {
    const raw = text.slice(start, end)
    const lead = raw.length - raw.trimStart().length
    const sentence = raw.trim()
    if (/\p{L}/u.test(sentence.replace(/X+/g, '')))
      sentences.push({ text: sentence, start: start + lead, words: countWords(sentence) })
    start = end
  }
  for (const { 0: mark, index } of text.matchAll(/(?:[.!?]+|…|[。！？])[)"'”’\]*_]*(?=\s|$)/g)) {
    const end = index + mark.length
    const next = text.slice(end).trimStart()
    if (next === '') break
    // The next word of a sentence that goes on is written small; of an ellipsis inside a list, masked or small.
    if (/^\p{Ll}/u.test(next) || (mark.startsWith('…') && !/^\p{Lu}\p{Ll}/u.test(next))) continue
    const before = text.slice(start, index + 1)
    if (mark.startsWith('.') && (abbreviation.test(before) || (beforeNumber.test(before) && /^\d/.test(next)))) continue
    add(end)
  }
  add(text.length)
  return sentences
}

/** Counts words: everything between spaces that has a letter or a digit. A code span, an address and a version are one word each. */
function countWords(text) {
  return text.split(/[\s—–]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/**
 * Joins the pieces of a block, each from its own place in the file.
 *
 * @param {readonly { value: string, start: number }[]} pieces
 */
export function joinPieces(pieces) {
  const starts = []
  let text = ''
  for (const { value, start } of pieces) {
    starts.push([text.length, start])
    text += value
  }
  return {
    text: maskCode(text),
    /** As written, for reports. */
    plain: text,
    /** The place in the file of a position in the joined text. */
    placeOf: (position) => {
      const [at, start] = starts.findLast(([from]) => from <= position) ?? [0, 0]
      return start + position - at
    },
  }
}
