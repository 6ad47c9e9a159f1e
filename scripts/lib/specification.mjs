import { section1 } from '../checks/data/specification/section1.mjs'
import { section2 } from '../checks/data/specification/section2.mjs'
import { section3 } from '../checks/data/specification/section3.mjs'
import { section4 } from '../checks/data/specification/section4.mjs'
import { section5 } from '../checks/data/specification/section5.mjs'
import { section6 } from '../checks/data/specification/section6.mjs'
import { section7 } from '../checks/data/specification/section7.mjs'
import { section8 } from '../checks/data/specification/section8.mjs'
import { section9 } from '../checks/data/specification/section9.mjs'
import { testTitles } from './testTitles.mjs'

/**
 * A requirement of the specification.
 *
 * @typedef {object} Requirement
 * @property {string} id section and number: `8.3`
 * @property {string} says the requirement
 * @property {string} [instead] the deviation, if there is one
 * @property {string} [because] why; goes with `instead`
 */

/** @type {readonly { title: string, rows: readonly Requirement[] }[]} */
export const specification = [
  { title: '1. What the product does and for whom', rows: section1 },
  { title: '2. Screens and routes', rows: section2 },
  { title: '3. Entities and their fields', rows: section3 },
  { title: '4. States and transitions', rows: section4 },
  { title: '5. Validation rules', rows: section5 },
  { title: '6. Roles and permissions', rows: section6 },
  { title: '7. The calls it makes', rows: section7 },
  { title: '8. Error catalog', rows: section8 },
  { title: '9. Business constants and limits', rows: section9 },
]

/**
 * The test files of each requirement: those with a test whose name carries `spec 8.3`, or `spec 8.1, 8.2 and 9.4`.
 *
 * @returns {Map<string, Set<string>>} files by requirement
 */
export function specifiedTests() {
  const found = new Map()
  for (const { path, name } of testTitles())
    for (const [, list] of name.matchAll(/\bspec ((?:\d\.\d+(?:, | and )?)+)/g))
      for (const id of list.match(/\d\.\d+/g) ?? []) found.set(id, (found.get(id) ?? new Set()).add(path))
  return found
}
