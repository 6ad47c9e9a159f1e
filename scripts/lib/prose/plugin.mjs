// Teaches textlint to read TypeScript: the prose of a source becomes a document of paragraphs, each at its place in the file.
import { readTypescript } from './readTypescript.mjs'

/** @param {(path: string) => Parameters<typeof readTypescript>[2]} textsOfFile which texts of a file visitors read */
export function createTypescriptPlugin(textsOfFile = () => ({})) {
  class Processor {
    availableExtensions() {
      return ['.ts', '.tsx', '.mjs']
    }
    processor() {
      return {
        preProcess: (text, path) => toDocument(text, readTypescript(path, text, textsOfFile(path))),
        postProcess: (messages, filePath) => ({ messages, filePath }),
      }
    }
  }
  return { Processor }
}

function toDocument(text, blocks) {
  const lineStarts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1)
  const place = (offset) => {
    let [low, high] = [0, lineStarts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (lineStarts[middle] <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - lineStarts[low] }
  }
  const node = (type, start, end, rest) => ({
    ...rest,
    type,
    raw: text.slice(start, end),
    range: [start, end],
    loc: { start: place(start), end: place(end) },
  })
  const children = blocks
    .map(({ kind, pieces }) => {
      const last = pieces.at(-1)
      const [start, end] = [pieces[0].start, Math.min(text.length, last.start + last.value.length)]
      const strings = pieces.map(({ value, start: from }) =>
        node('Str', from, Math.min(text.length, from + value.length), { value }),
      )
      return node('Paragraph', start, Math.max(start, end), { kind, children: strings })
    })
    .sort((one, other) => one.range[0] - other.range[0])
  return node('Document', 0, text.length, { children })
}
