import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { pairingFailure } from '../link/pairingFailure.ts'
import { readCode } from '../link/readCode.ts'
import type { OpenedBy } from '../link/readLink.ts'
import { readImageFile } from '../scan/readImageFile.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { usePhone, useWalletState } from '../wallet/PhoneContext.ts'
import { Finder } from './Finder.tsx'
import styles from './pages.module.css'
import { RelayNotice } from './RelayNotice.tsx'

/** Milliseconds after which the page reports that the site has not sent a request. */
const patience = 10_000

const notACode = 'That isn’t a WalletConnect code. Copy it again; it starts with “wc:”.'

export type ConnectPageProps = {
  /** The link that opened the page. */
  link: OpenedBy
  onLinkUsed: () => void
  onBack: () => void
}

/** Starts a new connection: with the camera, a picture, or the code as text. */
export function ConnectPage({ link, onLinkUsed, onBack }: ConnectPageProps) {
  const { wallet } = usePhone()
  const { relays, refusals } = useWalletState()
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isPairing, setIsPairing] = useState(false)
  const field = useId()
  const input = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)

  const pair = useCallback(
    (from: string): boolean => {
      const uri = readCode(from)
      if (uri === undefined) {
        setFailure(notACode)
        return false
      }
      setFailure(undefined)
      setIsPairing(true)
      wallet.pair(uri).catch((error: unknown) => {
        setIsPairing(false)
        setFailure(pairingFailure(error))
      })
      return true
    },
    [wallet],
  )
  // The site requested a feature that the phone does not have, so no sheet will open.
  const refusal = refusals.at(-1)?.id
  const seen = useRef(refusal)
  useEffect(() => {
    if (refusal === seen.current) return
    seen.current = refusal
    setIsPairing(false)
  }, [refusal])
  // Use the code of a link once.
  useEffect(() => {
    if (link.kind === 'plain') return
    onLinkUsed()
    if (link.kind === 'code') pair(link.uri)
    else setFailure('The link that opened this page has no readable code in it.')
  }, [link, onLinkUsed, pair])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!pair(text)) input.current?.focus()
  }
  const paste = async () => {
    try {
      const pasted = await navigator.clipboard.readText()
      setText(pasted)
      pair(pasted)
    } catch {
      setFailure('The browser does not let this page read the clipboard. Paste into the field instead.')
      input.current?.focus()
    }
  }
  const readFile = async (file: File | undefined) => {
    if (!file) return
    const found = await readImageFile(file)
    if (found === 'unreadable') setFailure('This file is not a picture.')
    else if (found === 'none') setFailure('There is no readable code in this picture.')
    else pair(found.text)
  }

  return (
    <>
      <header className={styles.bar}>
        <IconButton icon="arrowBack" label="Back" onClick={onBack} />
        <h1>Connect to a site</h1>
      </header>
      {isPairing ? (
        <Waiting onAgain={() => setIsPairing(false)} />
      ) : (
        <div className={styles.content}>
          <RelayNotice relays={relays} />
          <Finder onText={(scanned) => readCode(scanned) !== undefined && pair(scanned)} onFile={readFile} />
          <form className={styles.field} onSubmit={submit} noValidate>
            <label htmlFor={field}>Or enter the code</label>
            <input
              ref={input}
              id={field}
              value={text}
              placeholder="wc:…"
              autoCapitalize="off"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="go"
              aria-invalid={failure !== undefined}
              aria-describedby={failure === undefined ? undefined : `${field}-failure`}
              onChange={(event) => {
                setText(event.target.value)
                setFailure(undefined)
              }}
            />
            <p id={`${field}-failure`} className={styles.fieldError} role="alert">
              {failure !== undefined && (
                <>
                  <Icon name="warn" size={18} /> {failure}
                </>
              )}
            </p>
            {text.trim() !== '' && (
              <Button kind="primary" size="large" type="submit">
                Connect
              </Button>
            )}
          </form>
          <div className={styles.ways}>
            <Button onClick={() => void paste()}>
              <Icon name="paste" /> Paste
            </Button>
            <Button onClick={() => picker.current?.click()}>
              <Icon name="image" /> Picture
            </Button>
          </div>
          <input
            ref={picker}
            type="file"
            accept="image/*"
            hidden
            aria-label="Picture of a code"
            onChange={(event) => {
              void readFile(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </div>
      )}
    </>
  )
}

function Waiting({ onAgain }: { onAgain: () => void }) {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.waiting} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <b>{isLong ? 'The site has not asked yet' : 'Waiting for the site'}</b>
      <p>
        {isLong
          ? 'Its code may have expired or been used before. Keep waiting, or get a new code from the site.'
          : 'The code is read. The site’s request appears here next.'}
      </p>
      {isLong && (
        <Button kind="secondary" onClick={onAgain}>
          Use another code
        </Button>
      )}
    </div>
  )
}
