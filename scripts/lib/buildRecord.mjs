// The inputs and outputs of a build, so that the next one can skip unchanged parts. It compares content, never dates, because a checkout
// changes dates.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Files that no build reads. */
const ignoredFolders = new Set(['node_modules', 'dist', 'test', 'e2e', 'gallery', '.latchkey', '.vite'])

/**
 * One hash of all that a workspace is built from: its sources and those of the workspaces it depends on, and the lock file.
 *
 * @param {{ root: string, workspace: string, files?: readonly string[], development?: boolean, testing?: boolean }} options `files`:
 *   further ones, such as the builder's own; `development`: whether its build tools come from workspaces as well; `testing`: whether parts of
 *   tests get into it
 */
export function hashSources({ root, workspace, files = [], development = false, testing = false }) {
  const hash = createHash('sha256')
  const all = [...files, 'package-lock.json', 'tsconfig.base.json']
  for (const folder of workspaceFolders({ root, workspace, development }))
    all.push(...listSources({ root, folder, testing }))
  for (const file of all.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/** Records that `folder` was made from `sources`. The record is outside of the folder, which contains served pages only. */
export function writeBuildRecord({ record, folder, sources }) {
  mkdirSync(dirname(record), { recursive: true })
  const files = listFiles(folder)
  writeFileSync(record, JSON.stringify({ sources, files, output: hashFiles(folder, files) }))
}

/** Whether `folder` still contains the output of exactly these sources. Additional files do not matter. */
export function isBuilt({ record, folder, sources }) {
  if (!existsSync(record)) return false
  const noted = JSON.parse(readFileSync(record, 'utf8'))
  return noted.sources === sources && noted.output === hashFiles(folder, noted.files)
}

/** Every file below a folder, by its path in it, in order. */
export function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    .sort()
}

/** Undefined where one of them is missing. */
function hashFiles(folder, files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const path = join(folder, file)
    if (!existsSync(path)) return undefined
    hash.update(`${file}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

function workspaceFolders({ root, workspace, development }) {
  const folders = new Set()
  const visit = (folder) => {
    if (folders.has(folder)) return
    folders.add(folder)
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const needed = { ...manifest.dependencies, ...(development ? manifest.devDependencies : {}) }
    for (const name of Object.keys(needed)) {
      const home = `packages/${name.replace('@latchkey/', '')}`
      if (name.startsWith('@latchkey/') && existsSync(join(root, home, 'package.json'))) visit(home)
    }
  }
  visit(workspace)
  return folders
}

function listSources({ root, folder, testing }) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (!entry.isDirectory()) return /\.(test|bench)\.tsx?$/.test(entry.name) ? [] : [path]
    if (ignoredFolders.has(entry.name) || (entry.name === 'testing' && !testing)) return []
    return listSources({ root, folder: path, testing })
  })
}
