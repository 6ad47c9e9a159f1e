import { type ComponentType, use } from 'react'

/** A page whose code could not be fetched. The site around it works on. */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded'
  /** Fetches it once more; ends when that is decided, either way. */
  readonly retry: () => Promise<void>
  constructor({ cause, retry }: { cause: unknown; retry: () => Promise<void> }) {
    super('The page could not be loaded', { cause })
    this.retry = retry
  }
}

/**
 * A page that is fetched when it is first visited, or pointed at. Where that fails it throws {@link PageNotLoaded}, and never loads the whole
 * site anew: whatever is under way stays.
 *
 * @param load the import
 * @param name of the component in it
 * @example component: lazyPage(() => import('../pages/home/HomePage.tsx'), 'HomePage')
 */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let Page: ComponentType | undefined
  let failure: PageNotLoaded | undefined
  let pending: Promise<void> | undefined
  const preload = (): Promise<void> => {
    if (Page) return Promise.resolve()
    failure = undefined
    pending ??= load().then(
      (found) => {
        Page = found[name]
        pending = undefined
      },
      (cause: unknown) => {
        failure = new PageNotLoaded({ cause, retry: preload })
        pending = undefined
      },
    )
    return pending
  }
  function LazyPage() {
    if (failure) throw failure
    if (!Page) use(preload())
    return Page ? <Page /> : null
  }
  return Object.assign(LazyPage, { preload })
}
