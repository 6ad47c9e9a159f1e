import './page/page.css'
import { LatchkeyProvider } from '@latchkey/react'
import { createRoot } from 'react-dom/client'
import { App } from './page/App.tsx'
import type { OfferedPlan } from './paper/paperApi.ts'
import { readPlan, readSite } from './paper/paperApi.ts'

async function start(): Promise<void> {
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no #root')
  const root = createRoot(element)
  let found: [Awaited<ReturnType<typeof readSite>>, OfferedPlan]
  try {
    found = await Promise.all([readSite(), readPlan()])
  } catch {
    root.render(
      <main className="failed">
        <p>The newspaper cannot be reached at the moment.</p>
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </main>,
    )
    return
  }
  const [{ config, sandbox }, plan] = found
  root.render(
    <LatchkeyProvider config={config} theme={{ mode: 'system' }}>
      <App plan={plan} sandbox={sandbox} />
    </LatchkeyProvider>,
  )
}

void start()
