import { findNameLabelIssue, nameLabelBounds } from '@latchkey/protocol'
import { labelSkeleton } from '../registry/labelSkeleton.ts'
import { words } from './words.ts'

/** Labels to look up for one suggestion. For popular names, only the later ones are free. */
const most = 24
/** Labels at the end that consist of words only, because no name similar to a reserved word is available. */
const ofWords = 6
/** Rounds after which there are enough labels, or never will be. */
const rounds = 12
/** Characters to leave for a word, a digit and the hyphens between. */
const room = Math.max(...words.map((word) => word.length)) + 3

/**
 * Lists labels that resemble a text, the simplest first, followed by some that consist of words only. A text without usable characters only
 * has the latter. The same text has the same labels, and no two look alike.
 *
 * @param options.text text that the visitor entered
 * @param options.except a label that no result can resemble
 * @example listCandidates({ text: 'Alice', except: 'alice' }) // ['alice-tulip', 'misty-alice', 'alice7', …]
 */
export function listCandidates({ text, except }: { text: string; except: string | undefined }): string[] {
  const base = toBase(text)
  const next = createDraw(base || text)
  const word = () => words[next(words.length)] ?? ''
  // A single digit: two or four could be a year, and three can have a special meaning.
  const digit = () => String(2 + next(8))
  // Separate the digit with a hyphen if the text ends in a number.
  const join = /[0-9]$/.test(base) ? '-' : ''
  const seen = new Set(except === undefined ? [] : [labelSkeleton(except)])
  const candidates: string[] = []
  const add = (label: string, upTo = most) => {
    const skeleton = labelSkeleton(label)
    if (candidates.length >= upTo || seen.has(skeleton) || findNameLabelIssue(label) !== undefined) return
    seen.add(skeleton)
    candidates.push(label)
  }
  const like = (label: string) => add(label, most - ofWords)
  for (let round = 0; base !== '' && round < rounds; round++) {
    if (round === 0) like(base)
    like(`${base}-${word()}`)
    like(`${word()}-${base}`)
    like(round < 2 ? `${base}${join}${digit()}` : `${word()}-${base}${join}${digit()}`)
  }
  for (let round = 0; round < rounds; round++) {
    add(`${word()}-${word()}`)
    add(`${word()}-${word()}${digit()}`)
  }
  return candidates
}

/** Returns the usable characters of a text: letters without their accents, digits, and hyphens between them. */
function toBase(text: string): string {
  const label = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\s_.-]+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .slice(0, nameLabelBounds.most - room)
  return label.replace(/^-|-$/g, '')
}

/**
 * Creates a sequence of numbers below a bound that depends only on a text. Source: FNV-1a, then the steps of a linear congruential
 * generator.
 */
function createDraw(text: string): (bound: number) => number {
  let state = 0x811c9dc5
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    // The lower bits of such a generator have a short period.
    return (state >>> 8) % bound
  }
}
