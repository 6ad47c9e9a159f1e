import type { Rolldown } from 'vite'

type ChunkName = Extract<Rolldown.CodeSplittingGroup['name'], (...parameters: never[]) => unknown>

/** The modules that fetch code, which the first script also needs. */
const loaders = /^\0(vite\/preload-helper|rolldown\/runtime)/

/**
 * Names the chunk of a module. Modules that every page needs at once go into three files: the first script, libraries, and our own code.
 * Otherwise each module that is shared with a later chunk would get its own file. All other modules are split as usual.
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

/** Returns all modules that an entry reaches without a dynamic import. */
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
