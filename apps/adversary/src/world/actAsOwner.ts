import type { Owner } from './createOwner.ts'
import type { Browser } from './openBrowser.ts'
import { type World, walletOrigin } from './startWorld.ts'
import { visitPopup } from './visitPopup.ts'

/** Milliseconds after which a person gives up. */
const patience = 60_000

/**
 * Acts like an honest owner on every card and in every window until there is an answer: approves, enters the newest mailed code,
 * confirms with the passkey.
 *
 * @returns the answer, or its refusal
 */
export async function actAsOwner<T>({
  world,
  owner,
  browser,
  answer,
}: {
  world: World
  owner: Pick<Owner, 'email' | 'person'>
  browser: Browser
  answer: Promise<T>
}): Promise<{ value: T } | { refused: string }> {
  const tab = browser.tab()
  let end: { value: T } | { refused: string } | undefined
  answer.then(
    (value) => {
      end = { value }
    },
    (error: { failure?: { code: string }; code?: string }) => {
      end = { refused: error.failure?.code ?? error.code ?? 'failed' }
    },
  )
  const done = new Set<string>()
  const deadline = performance.now() + patience
  while (end === undefined) {
    if (performance.now() > deadline)
      throw new Error(`The owner waits: ${JSON.stringify(tab.frame.card.getState())} ${browser.requests.join(', ')}`)
    await act({ world, owner, browser, done })
    await new Promise((resolve) => setImmediate(resolve))
  }
  return end
}

async function act({
  world,
  owner,
  browser,
  done,
}: {
  world: World
  owner: Pick<Owner, 'email' | 'person'>
  browser: Browser
  /** Completed actions: each code and each request once. */
  done: Set<string>
}): Promise<void> {
  const { actions, card: shown } = browser.tab().frame
  const card = shown.getState()
  if (card?.kind === 'approve' && card.state === 'ready' && !done.has(card.id)) {
    done.add(card.id)
    if (card.place === 'card') return actions.approve()
    actions.openWindow('approve')
    const window = await browser.connect('approve')
    await window?.decide({ id: card.id, approved: true })
  }
  if (card?.kind === 'code' && !card.busy) {
    const template = {
      login: 'loginCode',
      stepUp: 'stepUpCode',
      emailOld: 'emailChangeOldCode',
      emailNew: 'emailChangeNewCode',
    }[card.purpose]
    const mail = (await world.mailsTo(owner.email)).findLast((one) => one.template === template)
    if (!mail || done.has(mail.id)) return
    done.add(mail.id)
    actions.submitCode(String(mail.contents.code))
  }
  if (card?.kind === 'unlock' && card.place === 'card' && !card.busy) {
    if (card.failure !== null && card.failure.code !== 'email_cooldown')
      throw new Error(`The owner cannot unlock: ${card.failure.code}`)
    if (card.failure !== null) world.clock.advance(31_000)
    // Between the code and the unlocked wallet the card shows again, with nothing left to ask.
    if (done.has('unlock') && card.failure === null) return
    done.add('unlock')
    actions.unlock()
  }
  if (card?.kind !== 'stepUp') return
  if (card.method === 'passkey' && !card.busy) actions.confirmWithPasskey()
  if (card.method === 'social' && !card.isWaiting) await confirmAtProvider({ world, owner, browser })
}

/** Goes through the provider's window that a card of the wallet opens. */
async function confirmAtProvider({
  world,
  owner,
  browser,
}: {
  world: World
  owner: Pick<Owner, 'person'>
  browser: Browser
}): Promise<void> {
  const tab = browser.tab()
  const count = tab.windows.length
  tab.frame.actions.confirmWithProvider()
  await tab.until(() => tab.windows.length > count)
  const opened = tab.windows.at(-1)
  if (!opened) return
  const popupUrl = new URL(opened.path, walletOrigin).href
  await visitPopup({ world, browser, popupUrl, person: owner.person, clicks: true, window: opened.window })
}
