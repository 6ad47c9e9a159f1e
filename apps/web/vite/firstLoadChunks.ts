import type { Rolldown } from 'vite'

type ChunkName = Extract<Rolldown.CodeSplittingGroup['name'], (...parameters: never[]) => unknown>

/** What fetches code, which the first script does too. */
const loaders = /^\0(vite\/preload-helper|rolldown\/runtime)/

/**
 * Names the chunk of a module: what every page needs at once goes into three files, the first script, libraries and our own code, instead of
 * one file for each module that is shared with something that loads later. All else is split as usual.
 */
export function firstLoadChunks({ first, entry }: { first: string; entry: string }): ChunkName {
  let early: Set<string> | undefined
  let needed: Set<string> | undefined
  return (id, context) => {
    early ??= staticImports({ entry: first, context })
    needed ??= staticImports({ entry, context })
    if (early.has(id) || loaders.test(id)) return 'first'
    if (!needed.has(id)) return null
    return id.includes('/node_modules/') ? 'libraries' : 'site'
  }
}

/** Everything that is reached from an entry without a dynamic import. */
function staticImports({ entry, context }: { entry: string; context: Parameters<ChunkName>[1] }): Set<string> {
  const reached = new Set<string>()
  const open = [entry]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    open.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}
