import { type ComponentType, type FunctionComponent, use } from 'react'
import { mendStyles } from './mendStyles.ts'

/** Milliseconds after which code that has not arrived counts as not loaded. It still shows when it arrives later. */
const patience = 20_000

/** A part of the site whose code could not be fetched. The rest of the site works. */
export class CodeNotLoaded extends Error {
  override readonly name = 'CodeNotLoaded'
  /** Fetches it again. @returns whether it has arrived */
  readonly retry: () => Promise<boolean>
  constructor({ cause, retry }: { cause: unknown; retry: () => Promise<boolean> }) {
    super('A part of the site could not be loaded', { cause })
    this.retry = retry
  }
}

/**
 * Makes a component whose code is fetched when it first renders, or by `preload`. After a failure the component throws {@link CodeNotLoaded},
 * and the next attempt fetches it again. React's own `lazy` keeps a failure until the page is reloaded.
 *
 * @param load fetches the component
 * @example const AssetSheet = lazyComponent(async () => (await import('./AssetSheet.tsx')).AssetSheet)
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> & { preload: () => Promise<void> } {
  let Loaded: ComponentType<Props> | undefined
  let failure: CodeNotLoaded | undefined
  let pending: Promise<boolean> | undefined
  const attempt = async (): Promise<boolean> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // The bundler does not request a failed style sheet again with its code, so the code would show without it.
    const arrival = (failure ? mendStyles().then(load) : load()).then((found) => {
      Loaded = found
    })
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No code after ${patience} ms`)), patience)
    })
    try {
      await Promise.race([arrival, silence])
    } catch (cause) {
      failure = new CodeNotLoaded({ cause, retry: fetchCode })
    } finally {
      clearTimeout(timer)
      pending = undefined
    }
    return Loaded !== undefined
  }
  const fetchCode = (): Promise<boolean> => {
    if (Loaded) return Promise.resolve(true)
    pending ??= attempt()
    return pending
  }
  function LazyComponent(props: Props) {
    if (!Loaded && failure) throw failure
    if (!Loaded) use(fetchCode())
    return Loaded ? <Loaded {...props} /> : null
  }
  return Object.assign(LazyComponent, { preload: async () => void (await fetchCode()) })
}
