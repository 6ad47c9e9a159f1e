import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { createLanguage, LanguageContext } from './language/LanguageContext.ts'
import { loadSite } from './site/loadSite.ts'
import { SiteFailed } from './site/SiteFailed.tsx'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)
const language = createLanguage()

const outcome = await loadSite()
root.render(
  <StrictMode>
    <LanguageContext value={language}>
      {outcome.ok ? <App site={outcome.site} /> : <SiteFailed failure={outcome.failure} />}
    </LanguageContext>
  </StrictMode>,
)
