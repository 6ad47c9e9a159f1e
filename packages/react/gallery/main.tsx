import { createRoot } from 'react-dom/client'
import { AccountButton, ConnectButton, LatchkeyProvider, NetworkButton, type ThemeMode } from '../src/exports/index.ts'
import { createFixtureLatchkey } from './createFixtureLatchkey.ts'
import { scenes } from './scenes.ts'
import { stressScene } from './stressScene.ts'
import { typeInto } from './typeInto.ts'

const parameters = new URLSearchParams(location.search)
const mode = (parameters.get('mode') ?? 'dark') as ThemeMode
// A page without its own URL, such as a frame in a test, names its scene on its root element.
const wanted = parameters.get('scene') ?? document.documentElement.dataset.scene
const found = scenes.find(({ id }) => id === wanted)
const scene = found && parameters.has('stress') ? stressScene(found) : found
const locale = parameters.get('locale') ?? 'en'
const latchkey = createFixtureLatchkey(scene?.world)
if (scene !== undefined && scene.history.length > 0) {
  latchkey.stores.modal.setState((state) => ({ ...state, open: true, history: scene.history }))
}
document.body.dataset.mode = mode
document.documentElement.lang = locale
document.documentElement.dir = locale.startsWith('ar') ? 'rtl' : 'ltr'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
createRoot(root).render(
  <LatchkeyProvider latchkey={latchkey} theme={{ mode }} locale={locale}>
    <header className="page-header">
      <strong>Brass</strong>
      <NetworkButton />
      <ConnectButton />
    </header>
    <main className="page-body">
      <h1>Everything the kit shows</h1>
      <p>
        <AccountButton showBalance />
      </p>
      <ul className="scene-list">
        {scenes.map(({ id }) => (
          <li key={id}>
            <a href={`?scene=${id}&mode=${mode}&locale=${locale}`}>{id}</a>
          </li>
        ))}
      </ul>
    </main>
  </LatchkeyProvider>,
)
if (scene?.typed !== undefined) typeSoon(scene.typed)

/** Types a text as soon as the view is rendered. */
function typeSoon(text: string): void {
  const view = document.querySelector('latchkey-modal')?.shadowRoot
  if (view?.querySelector('.view input')) typeInto(view, text)
  else requestAnimationFrame(() => typeSoon(text))
}
