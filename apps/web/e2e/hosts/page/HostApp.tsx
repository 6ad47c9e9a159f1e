import { ConnectButton, LatchkeyProvider, NetworkButton, useAccount, useLatchkey } from '@latchkey/react'
import { StrictMode, useEffect } from 'react'
import { hostConfig } from './hostConfig.ts'

/** An app with the kit, in React's strict mode. */
export function HostApp({ nonce }: { nonce?: string | undefined }) {
  return (
    <StrictMode>
      <LatchkeyProvider config={hostConfig} nonce={nonce} theme={{ mode: 'light' }}>
        <header>
          <NetworkButton />
          <ConnectButton />
        </header>
        <main>
          <h1>A host page</h1>
          <p className="card title btn">
            Text of the host with <a href="#link">a link to somewhere</a>
          </p>
          <ul className="list">
            <li className="row">An item</li>
          </ul>
          <label>
            A field <input className="field" defaultValue="typed" />
          </label>
          <Account />
        </main>
      </LatchkeyProvider>
    </StrictMode>
  )
}

function Account() {
  const { address } = useAccount()
  const latchkey = useLatchkey()
  const { modal } = latchkey
  // For tests that open views by name.
  useEffect(() => {
    Object.assign(window, { hostKit: latchkey })
  }, [latchkey])
  return (
    <>
      <output aria-label="Address">{address}</output>
      <button type="button" onClick={() => modal.toast({ kind: 'success', message: 'It worked' })}>
        Toast
      </button>
    </>
  )
}
