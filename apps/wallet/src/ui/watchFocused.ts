import type { WatchSeen } from './watchVisible.ts'

/** Watches whether the page is in front and has the focus, which is all that a top-level window knows about its visibility. */
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
