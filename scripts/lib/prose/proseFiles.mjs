import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { sources } from '../sources.mjs'

/** Every source and every page of documentation, with its text. */
export function proseFiles() {
  const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', '*.md'], {
    encoding: 'utf8',
  })
  const read = (path) => ({ path, text: readFileSync(path, 'utf8') })
  return [...sources(), ...pages.split('\0').filter(Boolean).filter(existsSync).map(read)]
}

/** The sources and the README that a package ships in TypeScript, or nothing where it is not installed. */
export function shippedFiles(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    // Compiled files repeat the comments of the sources.
    if (entry.isDirectory()) return /^(?:_|dist$|node_modules$)/.test(entry.name) ? [] : shippedFiles(path)
    if (!/(?:(?<!\.d)\.tsx?|README\.md)$/.test(entry.name)) return []
    return [{ path, text: readFileSync(path, 'utf8') }]
  })
}
