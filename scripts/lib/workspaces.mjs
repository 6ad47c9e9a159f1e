import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Every package of the repository with its manifest, the root first. */
export function workspaces() {
  const folders = ['packages', 'apps'].flatMap((group) => readdirSync(group).map((name) => `${group}/${name}`))
  return ['.', ...folders, 'bench']
    .filter((path) => existsSync(`${path}/package.json`))
    .map((path) => ({ path, manifest: JSON.parse(readFileSync(`${path}/package.json`, 'utf8')) }))
}
