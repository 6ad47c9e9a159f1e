/** React and nothing else: what a page costs before the kit. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const container = document.querySelector('#root')
if (container) {
  createRoot(container).render(
    <StrictMode>
      <button type="button">Connect wallet</button>
    </StrictMode>,
  )
}
