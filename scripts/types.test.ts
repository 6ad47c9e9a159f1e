import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

test('behavior: the types of every project are checked', () => {
  const projects = execFileSync('git', ['ls-files', '--', '**/tsconfig.json'], { encoding: 'utf8' }).split('\n')
  const { references } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as { references: { path: string }[] }
  const expected = projects.filter((path) => path.includes('/')).map(dirname)
  expect(references.map(({ path }) => path).sort()).toEqual(expected.sort())
})
