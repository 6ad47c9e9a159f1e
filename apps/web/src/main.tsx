import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fetchFirst } from './api/firstAnswers.ts'
import { App } from './app/App.tsx'
import { SiteFailed } from './app/SiteFailed.tsx'
import { LanguageProvider, loadFirstLanguage } from './language/LanguageProvider.tsx'
import { loadSite } from './site/loadSite.ts'

/**
 * Avoids a top-level `await`: the files that this function imports depend on the same chunk, and each would wait for the other.
 */
async function start(): Promise<void> {
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no #root')
  const root = createRoot(element)
  const [outcome, language] = await Promise.all([loadSite({ fetch: fetchFirst }), loadFirstLanguage()])
  root.render(
    <StrictMode>
      <LanguageProvider first={language}>
        {outcome.ok ? <App site={outcome.site} /> : <SiteFailed failure={outcome.failure} />}
      </LanguageProvider>
    </StrictMode>,
  )
}

void start()
