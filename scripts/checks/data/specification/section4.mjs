/** States and transitions. */
export const section4 = [
  { id: '4.1', says: 'A connection is disconnected, connecting, connected or reconnecting.' },
  { id: '4.2', says: 'Disconnect, the deletion of a session and an empty list of accounts lead to disconnected.' },
  { id: '4.3', says: 'On mobile Safari and in Telegram an unexpired pairing is used again.' },
  {
    id: '4.4',
    says: 'Accounts are eoa or smartAccount; the preferred type is set per chain through the auth connector.',
  },
  { id: '4.5', says: 'Email login: the address, then the device’s verification or a one-time code, then connected.' },
  { id: '4.6', says: 'Email change: the first one-time code, then the second one, then the new address is stored.' },
  {
    id: '4.7',
    says: 'Sign-in: where it is enabled and the network is supported, sessions are looked for, and without one SIWXSignMessage opens.',
  },
  { id: '4.8', says: 'After the signature the session is stored and the modal closes.' },
  { id: '4.9', says: 'When it fails, the view opens again with an error.' },
  { id: '4.10', says: 'When it fails, that is tracked.' },
  { id: '4.11', says: 'Canceling disconnects where sign-in is required, and closes the modal otherwise.' },
  { id: '4.12', says: 'Send: the transaction starts, the form resets, a success toast shows.' },
  { id: '4.13', says: 'Disconnect clears the sign-in sessions.' },
  { id: '4.14', says: 'Disconnect clears account and network state of each chain, and the stored connector ids.' },
  { id: '4.15', says: 'Disconnect clears the pairing.' },
  { id: '4.16', says: 'A network that was not asked for opens UnsupportedChain,' },
  { id: '4.17', says: '… unless switching is disabled, unsupported chains are allowed, or basic mode is on.' },
  {
    id: '4.18',
    says: 'A WalletConnect session ends when the chains that were asked for differ from the configured ones.',
  },
  { id: '4.19', says: 'A new toast closes the open one and shows after 150 ms.' },
  { id: '4.20', says: 'History entries whose transfers are all spam are dropped, and so are entries of other chains.' },
  { id: '4.21', says: 'Watching for pending transactions stops at a limit.' },
]
