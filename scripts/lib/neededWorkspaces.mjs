import { workspaces } from './workspaces.mjs'

/**
 * The workspaces that packages of ours need at run time, and they themselves; each after those that it needs.
 *
 * @param {readonly string[]} names of packages
 * @returns {ReturnType<typeof workspaces>}
 */
export function neededWorkspaces(names) {
  const all = new Map(workspaces().map((workspace) => [workspace.manifest.name, workspace]))
  const needed = new Set()
  const need = (name) => {
    if (needed.has(name)) return
    for (const dependency of Object.keys(all.get(name).manifest.dependencies ?? {}))
      if (all.has(dependency)) need(dependency)
    needed.add(name)
  }
  for (const name of names) need(name)
  return [...needed].map((name) => all.get(name))
}
