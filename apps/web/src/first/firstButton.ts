import { firstTexts } from './firstTexts.ts'

/** Milliseconds from the start of the page until a site that has not loaded counts as failed. */
const limit = 15_000

/** The kit's record of connections (`connectionRecordKey` in @latchkey/core). A test compares the two. */
export const recordKey = '@latchkey/connection'

let isPressed = false

/** Whether the visitor pressed the button before the site had loaded. True once. */
export function takeFirstPress(): boolean {
  const was = isPressed
  isPressed = false
  return was
}

/**
 * Adds a button in place of the wallet's, which accepts a press at once and keeps it for the site. If the last visit had a connection, the
 * place stays empty, because "Connect wallet" would be wrong. If the site's code fails to load, the button reloads the page.
 */
export function drawFirstButton({
  document,
  storage,
  reload,
}: {
  document: Document
  storage: () => Pick<Storage, 'getItem'>
  reload: () => void
}): void {
  const place = document.querySelector('[data-first="button"]')
  if (!place) return
  const { connect, opening, again } = firstTexts[document.documentElement.lang] ?? firstTexts.en
  const button = document.createElement('button')
  button.type = 'button'
  button.className = place.className
  const label = document.createElement('span')
  label.setAttribute('aria-live', 'polite')
  label.textContent = connect
  button.append(label)
  button.onclick = () => {
    isPressed = true
    button.ariaBusy = 'true'
    label.textContent = opening
  }
  if (!wasConnected(storage)) place.replaceWith(button)

  const fail = () => {
    window.removeEventListener('error', onError, true)
    clearTimeout(timer)
    // The site has replaced the page.
    if (!place.isConnected && !button.isConnected) return
    place.replaceWith(button)
    button.ariaBusy = null
    label.textContent = again
    button.onclick = reload
  }
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement && target.type === 'module') fail()
  }
  // A load error fires only on its element and does not bubble, so listen in the capturing phase.
  window.addEventListener('error', onError, true)
  const timer = setTimeout(fail, Math.max(0, limit - performance.now()))
}

function wasConnected(storage: () => Pick<Storage, 'getItem'>): boolean {
  try {
    const record = JSON.parse(storage().getItem(recordKey) ?? '{}')
    return record.version === 1 ? record.connectorId !== undefined : record.connections?.length > 0
  } catch {
    return false
  }
}
