import type { WatchSeen } from './watchVisible.ts'

/** Follows whether the page is in front and has the focus: what a top-level window can know of being seen. */
export function watchFocused({ window }: { window: Window }): WatchSeen {
  return (onChange) => {
    const { document } = window
    const tell = () => onChange(document.visibilityState === 'visible' && document.hasFocus())
    window.addEventListener('focus', tell)
    window.addEventListener('blur', tell)
    document.addEventListener('visibilitychange', tell)
    tell()
    return () => {
      window.removeEventListener('focus', tell)
      window.removeEventListener('blur', tell)
      document.removeEventListener('visibilitychange', tell)
    }
  }
}
