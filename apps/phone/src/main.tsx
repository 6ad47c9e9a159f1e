import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { Failed } from './app/Failed.tsx'
import { loadPhone } from './config/loadPhone.ts'
import { readLink } from './link/readLink.ts'
import { createPhone } from './wallet/createPhone.ts'

async function start(): Promise<void> {
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no #root')
  const openedBy = readLink(location)
  // The URL contains the key of the pairing. Remove it from the address bar and the history.
  if (openedBy.kind !== 'plain') history.replaceState({ name: 'connect' }, '', '/')
  const root = createRoot(element)
  const reading = await loadPhone()
  if (!reading.ok) return root.render(<Failed problems={reading.problems} />)
  const phone = await createPhone({ config: reading.config })
  root.render(
    <StrictMode>
      <App phone={phone} openedBy={openedBy} />
    </StrictMode>,
  )
}

void start()
