/** React only: the cost of a page without the kit. */
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
