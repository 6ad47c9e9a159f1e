import { LaterView } from './LaterView.tsx'

/** Stands in for the views of WalletConnect where this site has not set it up. */
export function NotOffered() {
  return <LaterView service="pairing" />
}
