import type { VirtualWallet, WalletApproval } from '../wallet/VirtualWallet.ts'
import { createElement } from './createElement.ts'
import { describeRequest, type ReadToken, type RequestDescription } from './describeRequest.ts'
import { panelStyles } from './panelStyles.ts'

/**
 * Shows what waits for the sandbox wallet's owner, and lets them decide. The panel is a modal `<dialog>` of its own: a
 * site's modal makes everything outside itself inert, and only a later one stands above it.
 *
 * @returns the function that takes the panel away
 */
export function createPanel({
  wallet,
  readToken,
  site = () => location.origin,
}: {
  wallet: VirtualWallet
  readToken: ReadToken
  /** Who asks: this page, unless the wallet has a window of its own. */
  site?: () => string
}): () => void {
  const host = createElement('latchkey-sandbox-wallet' as 'div')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(panelStyles)
  root.adoptedStyleSheets = [sheet]
  const dialog = createElement('dialog', { 'aria-labelledby': 'title' })
  const pill = createElement('div', { class: 'pill', role: 'group', 'aria-label': 'Local test wallet (sandbox)' })
  root.append(pill, dialog)
  // Keys that are meant for this dialog are no business of the site's.
  host.addEventListener('keydown', (event) => event.stopPropagation())

  let shown: WalletApproval | undefined
  // Escape says no.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    shown?.reject()
  })

  const accountSelect = (id: string) => {
    const { accounts, account } = wallet.getState()
    const select = createElement('select', { id, 'aria-label': 'Account of the test wallet' })
    for (const { index, name, address } of accounts)
      select.append(
        createElement('option', { value: String(index) }, `${name} · ${address.slice(0, 6)}…${address.slice(-4)}`),
      )
    select.value = String(account)
    select.addEventListener('change', () => wallet.setAccount(Number(select.value)))
    return select
  }
  const line = ({ label, value, long }: { label: string; value: string | Node; long?: boolean | undefined }) =>
    createElement(
      'div',
      long ? { class: 'long' } : {},
      createElement('dt', {}, label),
      createElement('dd', long ? { tabindex: '0' } : {}, value),
    )

  const fill = ({ approval, description }: { approval: WalletApproval; description: RequestDescription }) => {
    const { chain, account, method } = approval
    const connecting = method === 'eth_requestAccounts' || method === 'wallet_requestPermissions'
    const approve = createElement('button', { type: 'button', class: 'main' }, description.action)
    const reject = createElement('button', { type: 'button' }, 'Reject')
    approve.addEventListener('click', approval.approve)
    reject.addEventListener('click', approval.reject)
    dialog.replaceChildren(
      createElement('div', { class: 'tape' }),
      createElement(
        'div',
        { class: 'body' },
        createElement(
          'header',
          {},
          createElement('h2', { id: 'title' }, description.title),
          createElement('span', { class: 'label' }, 'Sandbox wallet'),
        ),
        createElement(
          'dl',
          {},
          line({ label: 'Site', value: site() }),
          line({ label: 'Network', value: `${chain.name ?? 'Local chain'} (${chain.id})` }),
          line({ label: 'Account', value: connecting ? accountSelect('account') : account.name }),
          ...(connecting ? [] : [line({ label: 'Address', value: account.address, long: true })]),
          ...description.lines.map(line),
        ),
        createElement('div', { class: 'actions' }, reject, approve),
        createElement(
          'p',
          { class: 'note' },
          'A test wallet of the local chains. Its keys are public and its coins are worth nothing.',
        ),
      ),
    )
    if (!dialog.open) dialog.showModal()
    approve.focus()
  }

  const update = async () => {
    const { approvals, present } = wallet.getState()
    pill.replaceChildren(createElement('span', {}, 'Test wallet'), accountSelect('pill'))
    pill.hidden = !present || approvals.length > 0
    const [next] = approvals
    if (next?.id === shown?.id) return
    shown = next
    if (!next) {
      dialog.close()
      return
    }
    const description = await describeRequest({ approval: next, readToken })
    if (shown?.id === next.id) fill({ approval: next, description })
  }
  const stop = wallet.subscribe(() => void update())
  const attach = () => document.body.append(host)
  if (document.body) attach()
  else document.addEventListener('DOMContentLoaded', attach, { once: true })
  void update()
  return () => {
    stop()
    host.remove()
  }
}
