import { sources } from './sources.mjs'

/**
 * The names of the tests and of their groups, with the file of each.
 *
 * @returns {{ path: string, name: string }[]}
 */
export function testTitles() {
  return sources()
    .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /\b(?:test|it|describe)(?:\.concurrent|\.sequential|\.each\([\s\S]*?\)|\.for\([\s\S]*?\))?\(\s*(['"`])(.*?)\1/g,
        ),
      ].map(([, , name]) => ({ path, name })),
    )
}
