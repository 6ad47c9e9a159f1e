import { useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createFixtureLatchkey } from '../../gallery/createFixtureLatchkey.ts'
import { inModal } from '../../test/modalRoot.ts'
import { renderApp } from '../../test/renderApp.tsx'
import { ConnectButton, type Language, LatchkeyProvider, type LatchkeyProviderProps, Modal } from '../exports/index.ts'
import { de } from '../messages/languages/de.ts'
import { fr } from '../messages/languages/fr.ts'

type Props = Pick<LatchkeyProviderProps, 'locale' | 'messages'>

beforeEach(() => {
  const { lang } = document.documentElement
  return () => {
    document.documentElement.lang = lang
  }
})

const app = (props: Props, latchkey = createFixtureLatchkey()) => (
  <LatchkeyProvider latchkey={latchkey} {...props}>
    <ConnectButton />
  </LatchkeyProvider>
)
const button = () => document.querySelector('latchkey-button')?.shadowRoot?.querySelector('button')
const host = () => document.querySelector<HTMLElement>('latchkey-button')
const title = async () => (await inModal('h2')).textContent

/** Returns a language whose texts load when the test wants it. */
function slowly(language: Language) {
  let arrive: () => void = () => undefined
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const load = vi.fn(async () => {
    await arrival
    return language.load()
  })
  return { language: { ...language, load }, load, arrive: () => arrive() }
}

test('default: a language of the kit is there at the first paint, and the texts of its views load on demand', async () => {
  const { language, load, arrive } = slowly(de)
  const latchkey = createFixtureLatchkey()
  expect(renderToString(app({ locale: language }, latchkey))).toContain('Wallet verbinden')
  renderApp(app({ locale: language }, latchkey))
  await expect.poll(() => button()?.textContent).toBe('Wallet verbinden')
  expect(host()?.lang).toBe('de')
  expect(load).not.toHaveBeenCalled()
  void latchkey.modal.open()
  await expect.poll(() => load.mock.calls.length).toBe(1)
  // English does not show in the meantime.
  expect(document.querySelector('latchkey-modal')).toBeNull()
  arrive()
  expect(await title()).toBe('Wallet verbinden')
})

test('behavior: a tag gets the best language; until its texts arrive, the button keeps its size and shows no text', async () => {
  const said = new Set<string>()
  const observer = new MutationObserver(() => {
    const element = button()
    if (element && element.dataset.waits === undefined) said.add(element.textContent ?? '')
  })
  observer.observe(document.body, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  renderApp(app({ locale: 'pt_PT' }))
  await expect.poll(() => button()?.textContent).toBe('Conectar carteira')
  expect(button()?.dataset.waits).toBeUndefined()
  expect(said).not.toContain('Connect wallet')
  expect(host()?.lang).toBe('pt-PT')
})

test('behavior: a language that the kit does not have becomes English, with English numbers', async () => {
  const latchkey = createFixtureLatchkey()
  renderApp(app({ locale: 'fa' }, latchkey))
  await expect.poll(() => host()?.lang).toBe('en')
  expect(button()?.textContent).toBe('Connect wallet')
  expect(host()?.dir).toBe('ltr')
  void latchkey.modal.open()
  expect(await title()).toBe('Connect a wallet')
})

test('behavior: an app adds its own language, or changes single texts', async () => {
  const latchkey = createFixtureLatchkey()
  renderApp(
    app({ locale: 'fa', messages: { 'button.connect': 'اتصال کیف پول', 'title.Connect': 'کیف پول' } }, latchkey),
  )
  await expect.poll(() => button()?.textContent).toBe('اتصال کیف پول')
  await expect.poll(() => host()?.dir).toBe('rtl')
  void latchkey.modal.open()
  expect(await title()).toBe('کیف پول')
})

test('behavior: single texts of the app replace those of a language of the kit', async () => {
  const latchkey = createFixtureLatchkey()
  renderApp(app({ locale: fr, messages: { 'title.Connect': 'Entrez' } }, latchkey))
  await expect.poll(() => button()?.textContent).toBe('Connecter un wallet')
  void latchkey.modal.open()
  expect(await title()).toBe('Entrez')
  expect((await inModal('.header button[aria-label="Fermer"]')).isConnected).toBe(true)
})

test('behavior: auto follows the page, after the server’s markup was hydrated', async () => {
  document.documentElement.lang = 'ar'
  const complaints = vi.spyOn(console, 'error')
  onTestFinished(() => complaints.mockRestore())
  const element = document.createElement('div')
  const follow = app({ locale: 'auto' })
  element.innerHTML = renderToString(follow)
  expect(element.textContent).toContain('Connect wallet')
  document.body.append(element)
  const root = hydrateRoot(element, follow)
  onTestFinished(() => {
    root.unmount()
    element.remove()
  })
  await expect.poll(() => button()?.textContent).toBe('ربط محفظة')
  expect(host()?.dir).toBe('rtl')
  expect(complaints).not.toHaveBeenCalled()
})

test('behavior: a change of the language keeps the old texts until the new ones arrive', async () => {
  const latchkey = createFixtureLatchkey()
  const { language, arrive } = slowly(fr)
  let choose: ((next: Language) => void) | undefined
  function Page() {
    const [chosen, setChosen] = useState(de)
    useEffect(() => {
      choose = setChosen
    }, [])
    return (
      <LatchkeyProvider latchkey={latchkey} locale={chosen}>
        <Modal embedded />
      </LatchkeyProvider>
    )
  }
  renderApp(<Page />)
  expect(await title()).toBe('Wallet verbinden')
  choose?.(language)
  await expect.poll(() => document.querySelector<HTMLElement>('latchkey-modal')?.lang).toBe('fr')
  expect(await title()).toBe('Wallet verbinden')
  arrive()
  await expect.poll(title).toBe('Connecter un wallet')
})

test('error: texts that fail to load are English, and are requested again at the next opening', async () => {
  const load = vi.fn(de.load)
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const latchkey = createFixtureLatchkey()
  renderApp(app({ locale: { ...de, load } }, latchkey))
  void latchkey.modal.open()
  expect(await title()).toBe('Connect a wallet')
  await expect.poll(() => host()?.lang).toBe('en')
  const dialog = await inModal<HTMLDialogElement>('dialog')
  latchkey.modal.close()
  await expect.poll(() => dialog.open).toBe(false)
  void latchkey.modal.open()
  await expect.poll(title).toBe('Wallet verbinden')
  expect(load).toHaveBeenCalledTimes(2)
})
