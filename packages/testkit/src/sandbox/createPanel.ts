import type { OwnerApproval } from '../owner/Owner.ts'
import { createElement } from './createElement.ts'
import type { PanelFamily, PanelSubject } from './PanelFamily.ts'
import { panelStyles } from './panelStyles.ts'

/**
 * Shows the requests that wait for the sandbox wallet's owner, and lets the owner decide. The panel is its own modal `<dialog>`, because a
 * site's modal makes everything outside it inert, and only a later modal is above it.
 *
 * @returns a function that removes the panel
 */
export function createPanel({
  families,
  site = () => location.origin,
}: {
  /** Families of one wallet: they share the owner and the accounts. */
  families: readonly [PanelFamily, ...PanelFamily[]]
  /** The site that asks: this page, unless the wallet has its own window. */
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
  // Keys for this dialog must not reach the site.
  host.addEventListener('keydown', (event) => event.stopPropagation())

  let shown: OwnerApproval | undefined
  // Escape rejects the request.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    shown?.reject()
  })

  const setAccount = (index: number) => {
    for (const { wallet, accounts } of families) if (index < accounts.length) wallet.setAccount(index)
  }
  const accountSelect = (id: string, { wallet, accounts }: PanelFamily) => {
    const select = createElement('select', { id, 'aria-label': 'Account of the test wallet' })
    for (const [index, { name, address }] of accounts.entries())
      select.append(
        createElement('option', { value: String(index) }, `${name} · ${address.slice(0, 6)}…${address.slice(-4)}`),
      )
    select.value = String(wallet.getState().account)
    select.addEventListener('change', () => setAccount(Number(select.value)))
    return select
  }
  const line = ({ label, value, long }: { label: string; value: string | Node; long?: boolean | undefined }) =>
    createElement(
      'div',
      long ? { class: 'long' } : {},
      createElement('dt', {}, label),
      createElement('dd', long ? { tabindex: '0' } : {}, value),
    )

  const fill = ({
    approval,
    family,
    subject: { title, action, lines, network, account, isConnect },
  }: {
    approval: OwnerApproval
    family: PanelFamily
    subject: PanelSubject
  }) => {
    const approve = createElement('button', { type: 'button', class: 'main' }, action)
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
          createElement('h2', { id: 'title' }, title),
          createElement('span', { class: 'label' }, 'Sandbox wallet'),
        ),
        createElement(
          'dl',
          {},
          line({ label: 'Site', value: site() }),
          line({ label: 'Network', value: network }),
          line({ label: 'Account', value: isConnect ? accountSelect('account', family) : account.name }),
          ...(isConnect ? [] : [line({ label: 'Address', value: account.address, long: true })]),
          ...lines.map(line),
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
    const waiting = families.flatMap((family) =>
      family.wallet.getState().approvals.map((approval) => ({ family, approval })),
    )
    const [own] = families
    pill.replaceChildren(createElement('span', {}, 'Test wallet'), accountSelect('pill', own))
    pill.hidden = !own.wallet.getState().present || waiting.length > 0
    const [first] = waiting
    const next = first?.approval
    if (next === shown) return
    shown = next
    if (!first) {
      dialog.close()
      return
    }
    const subject = await first.family.describe(first.approval)
    if (shown === first.approval) fill({ ...first, subject })
  }
  const stops = families.map(({ wallet }) => wallet.subscribe(() => void update()))
  const attach = () => document.body.append(host)
  if (document.body) attach()
  else document.addEventListener('DOMContentLoaded', attach, { once: true })
  void update()
  return () => {
    for (const stop of stops) stop()
    host.remove()
  }
}
