import type { MountFrame } from '../../environment/FrameMount.ts'

// Nothing around the frame has opacity, a filter or a transform. The wallet accepts an approval only while the browser reports its card as
// fully visible.
const styles =
  ':host{all:initial!important}' +
  'dialog{width:auto;height:auto;max-width:none;max-height:none;margin:0;padding:16px;border:0;background:none;grid:100%/100%;place-items:center}' +
  'dialog[open]{display:grid}' +
  '::backdrop{background:#08080acc}' +
  ':host([data-mode=light]) ::backdrop{background:#1b191480}' +
  // `!important` here takes precedence over all styles of the page for its frames.
  '::slotted(iframe){all:initial!important;width:100%!important;max-width:360px!important;height:var(--height,320px)!important;max-height:100%!important;border-radius:24px!important}' +
  '@media(max-width:430px){dialog{padding:32px 0 0;place-items:end}::slotted(iframe){max-width:none!important;border-radius:24px 24px 0 0!important}}'

/**
 * Mounts the frame in a separate dialog, which is in the top layer while it is open. The element is never moved, because a moved frame
 * reloads. It is in the light tree of the page and slotted into the dialog. A wallet window looks for the frame among the frames of its
 * opener, and browsers do not list frames in a shadow root.
 */
export const mountFrame: MountFrame = ({ url, title, onCancel, onLoad, onLost }) => {
  const host = document.createElement('latchkey-wallet')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  const { origin } = new URL(url)
  dialog.ariaLabel = title
  frame.title = title
  frame.referrerPolicy = 'strict-origin'
  frame.sandbox.value =
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation'
  frame.allow = `publickey-credentials-get ${origin};publickey-credentials-create ${origin};storage-access ${origin};clipboard-write ${origin}`
  frame.src = url
  frame.onload = onLoad

  // Opens the dialog again if the browser closed it without asking.
  let shown = false
  const show = () => {
    if (!shown || dialog.open) return
    dialog.showModal()
    frame.focus()
  }
  const cancel = (event: Event) => {
    event.preventDefault()
    onCancel()
  }
  dialog.addEventListener('keydown', (event) => {
    // The page's keyboard shortcuts must not receive the visitor's input.
    event.stopPropagation()
    // Also handled here, because browsers close a dialog on the second Escape even if `cancel` is prevented.
    if (event.key === 'Escape') cancel(event)
  })
  dialog.addEventListener('cancel', cancel)
  dialog.addEventListener('close', show)
  dialog.addEventListener('mousedown', (event) => {
    if (event.target === dialog) cancel(event)
  })
  dialog.append(document.createElement('slot'))
  root.append(dialog)
  host.append(frame)
  document.body.append(host)
  const observer = new MutationObserver(() => {
    if (!frame.isConnected || !dialog.isConnected) onLost()
  })
  for (const parent of [document.documentElement, document.body, host, root])
    observer.observe(parent, { childList: true })

  return {
    window: () => frame.contentWindow,
    show: () => {
      shown = true
      show()
    },
    hide: () => {
      shown = false
      dialog.close()
    },
    raise: () => {
      dialog.close()
      show()
    },
    resize: (height) => {
      // Set with the CSSOM, because a page's Content Security Policy may forbid style attributes.
      dialog.style.setProperty('--height', `${height}px`)
    },
    setMode: (mode) => {
      host.dataset.mode = mode
    },
    remove: () => {
      observer.disconnect()
      shown = false
      // Returns the focus to the previous element.
      dialog.close()
      host.remove()
    },
  }
}
