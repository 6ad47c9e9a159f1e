import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

/** Renders an app until the test ends. */
export function renderApp(app: ReactNode): HTMLElement {
  return renderChangingApp(app).element
}

/** Renders an app until the test ends; `update` renders it again with other props. */
export function renderChangingApp(app: ReactNode): { element: HTMLElement; update: (app: ReactNode) => void } {
  const element = document.createElement('div')
  document.body.append(element)
  const root = createRoot(element)
  root.render(app)
  onTestFinished(() => {
    root.unmount()
    element.remove()
  })
  return { element, update: (next) => root.render(next) }
}
