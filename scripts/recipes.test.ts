import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

// Below the site, which has everything installed that the recipes name.
const folder = 'apps/web/.recipes'
// A recipe's server code resolves its imports as if it were below this folder.
const serverFolder = 'apps/server/.recipes'
const serverSource = 'apps/server/src'
// Backends resolve their imports in the verifier's package, which has the frameworks installed. `src/recipes.test.ts` there runs them.
const backendFolder = 'packages/verifier/.recipes'
afterAll(() => {
  for (const path of [folder, serverFolder, backendFolder]) rmSync(path, { recursive: true, force: true })
})

/**
 * The code of a page, one folder per section. A block that starts with a file name is that file. One that starts with a path is a file of
 * the server, or of a backend if the path starts with `backend/`.
 */
function writeRecipe(name: string) {
  const text = readFileSync(join('docs/recipes', `${name}.md`), 'utf8')
  for (const [section, content] of text.split('\n## ').entries()) {
    const home = join(folder, name, String(section))
    mkdirSync(home, { recursive: true })
    for (const [, language, code = ''] of content.matchAll(/```(tsx?)\n([\s\S]*?)```/g)) {
      const path = /^\/\/ ([\w./]+\.tsx?)/.exec(code)?.[1] ?? `block.${language}`
      const shared = path.startsWith('backend/') ? backendFolder : serverFolder
      const file = path.includes('/') ? join(shared, path) : join(home, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, code)
    }
  }
}

test('behavior: every block of the recipes compiles', () => {
  const names = readdirSync('docs/recipes').map((file) => file.replace(/\.md$/, ''))
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) writeRecipe(name)
  expect(compile(folder, { rootDir: '../../..' }, ['**/*.ts', '**/*.tsx'])).toBe('')
  expect(compile(backendFolder, { rootDir: '..' }, ['**/*.ts'])).toBe('')
  expect(compile(serverFolder, { rootDirs: ['.', join('../../..', serverSource)] }, ['**/*.ts'])).toBe('')
})

/** Checks the recipes together with the sources that they import, and emits nothing. */
const alone = {
  composite: false,
  incremental: false,
  emitDeclarationOnly: false,
  tsBuildInfoFile: null,
  rootDir: process.cwd(),
  noEmit: true,
}

/** @returns the errors of the compiler */
function compile(home: string, compilerOptions: object, include: readonly string[]): string {
  writeFileSync(
    join(home, 'tsconfig.json'),
    JSON.stringify({ extends: '../tsconfig.json', compilerOptions: { ...alone, ...compilerOptions }, include }),
  )
  const { stdout, status } = spawnSync(
    process.execPath,
    ['node_modules/typescript7/bin/tsc', '-p', home, '--pretty', 'false'],
    { encoding: 'utf8' },
  )
  return status === 0 ? '' : stdout || `the compiler ended with ${status}`
}
