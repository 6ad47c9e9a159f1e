import { useEffect } from 'react'
import { useSite } from '../site/SiteContext.ts'

/** Sets the title of the page in the browser's tab and history. */
export function usePageTitle(title: string | undefined) {
  const { name } = useSite()
  useEffect(() => {
    document.title = title && title !== name ? `${title} · ${name}` : name
  }, [title, name])
}
