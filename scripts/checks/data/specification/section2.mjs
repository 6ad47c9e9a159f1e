const views = [
  'Connect',
  'Account',
  'AllWallets',
  'ConnectingWalletConnectBasic',
  'ConnectingWalletConnect',
  'ConnectingExternal',
  'ConnectingSiwe',
  'ConnectingFarcaster',
  'SIWXSignMessage',
  'ApproveTransaction',
  'UnsupportedChain',
  'RegisterAccountName',
  'RegisterAccountNameSuccess',
]

/** Screens and routes. */
export const section2 = [
  ...views.map((view, index) => ({ id: `2.${index + 1}`, says: `The modal has the view ${view}.` })),
  { id: '2.14', says: 'Opening the modal shows Account when an address is connected, and Connect otherwise.' },
  {
    id: '2.15',
    says: 'Without adapters and with nobody connected it opens AllWallets on a phone, and ConnectingWalletConnectBasic elsewhere.',
  },
  { id: '2.16', says: 'A view that is asked for explicitly overrides these.' },
  {
    id: '2.17',
    says: 'After a token is sent the modal returns to Account.',
    instead: 'It shows WalletSendConfirmed first; “Done” returns to Account.',
    because:
      'The view follows the payment: on its way, slow, in a block, final, failed or uncertain. After a payment the visitor sees amount, receiver and explorer, without a search in a list. Closing the modal leads to Account at the next opening.',
  },
  { id: '2.18', says: 'Closing in embedded mode goes to Account or Connect.' },
  { id: '2.19', says: 'Views are pushed, replaced and reset, and go back.' },
  { id: '2.20', says: 'The modal cannot be closed while sign-in is required and no session exists.' },
  { id: '2.21', says: 'The modal is 360 px wide.' },
  { id: '2.22', says: 'The default z-index is 999.' },
  { id: '2.23', says: 'The base font size is 10 px.' },
  { id: '2.24', says: 'The base border radius is 4 px.' },
  { id: '2.25', says: 'A shake flag resets after 500 ms.' },
  { id: '2.26', says: 'Toasts report success, errors and loading.' },
]
