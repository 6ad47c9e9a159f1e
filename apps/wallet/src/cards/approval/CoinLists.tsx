import type { CoinInput, CoinMovement, CoinOutput } from '@latchkey/clear-signing'
import type { ComponentChildren } from 'preact'
import { AddressText } from '../../ui/AddressText.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { useScope } from '../../ui/Scope.ts'
import { shortAddress } from '../../ui/shortAddress.ts'
import { splitHiddenCharacters } from './splitHiddenCharacters.ts'

export type CoinListsProps = {
  coins: CoinMovement
  /** The address that is already shown above in full. */
  shown: string | null
}

/** Destinations of a Bitcoin transaction, and its sources in a fold; both in the order of the transaction. */
export function CoinLists({ coins: { inputs, outputs, symbol }, shown }: CoinListsProps) {
  const { t } = useScope()
  // Unfold it for a foreign coin, or for a signature that leaves something open.
  const isOpen = inputs.some(({ owner, sighash, amount }) => owner === 'other' || sighash !== null || amount === null)
  return (
    <>
      <div class="group">
        <h2 class="label">{t('coins.out')}</h2>
        <ul class="changes">
          {outputs.map((output, index) => (
            <Output key={index} output={output} symbol={symbol} isShown={output.address === shown} />
          ))}
        </ul>
      </div>
      <Fold title={t('coins.in')} open={isOpen}>
        <ul class="coins">
          {inputs.map((input) => (
            <Input key={input.outpoint} input={input} symbol={symbol} />
          ))}
        </ul>
      </Fold>
    </>
  )
}

type OutputProps = { output: CoinOutput; symbol: string; isShown: boolean }

function Output({ output: { kind, address, amountText, data }, symbol, isShown }: OutputProps) {
  const { t } = useScope()
  const isOwn = kind === 'change' || kind === 'own'
  return (
    <Coin word={t(`coins.${kind}`)} amountText={amountText} symbol={symbol} isOwn={isOwn}>
      {address !== null && !isShown && <Whose address={address} isOwn={isOwn} />}
      {data !== null && <Data hex={data} isText={kind === 'data'} />}
    </Coin>
  )
}

/** A foreign address in full, for comparison. An own address short, because the wallet has compared it. */
function Whose({ address, isOwn }: { address: string; isOwn: boolean }) {
  if (!isOwn) return <AddressText address={address} />
  return (
    <bdi class="coin-note" translate={false}>
      {shortAddress(address)}
    </bdi>
  )
}

function Input({
  input: { owner, address, amountText, isSigned, sighash },
  symbol,
}: {
  input: CoinInput
  symbol: string
}) {
  const { t } = useScope()
  return (
    <Coin word={t(`coins.${owner}`)} amountText={amountText} symbol={symbol} isOwn={owner !== 'other'}>
      {address !== null && <Whose address={address} isOwn={owner !== 'other'} />}
      {!isSigned && <small class="coin-note">{t('coins.unsigned')}</small>}
      {sighash !== null && (
        <small class="coin-note" data-open="" translate={false}>
          {sighash}
        </small>
      )}
    </Coin>
  )
}

type CoinProps = {
  word: string
  amountText: string | null
  symbol: string
  isOwn: boolean
  children: ComponentChildren
}

function Coin({ word, amountText, symbol, isOwn, children }: CoinProps) {
  const { t, format } = useScope()
  return (
    <li class="coin" data-own={isOwn ? '' : undefined}>
      <span class="change-word">{word}</span>
      <bdi class="coin-amount" translate={false}>
        {amountText === null ? t('coins.unknown') : `${format.amount(amountText)} ${symbol}`}
      </bdi>
      <div class="coin-what">{children}</div>
    </li>
  )
}

/** Data as text if possible, otherwise as hexadecimal digits. */
function Data({ hex, isText }: { hex: string; isText: boolean }) {
  const text = isText ? toText(hex) : null
  if (text === null) {
    return (
      <span class="leaf-value" data-bytes="" translate={false} dir="ltr">
        {hex}
      </span>
    )
  }
  return (
    <span class="leaf-value" translate={false}>
      {splitHiddenCharacters(text).map((part, index) =>
        part.hidden ? (
          <span key={index} class="hidden-character">
            {part.code}
          </span>
        ) : (
          part.text
        ),
      )}
    </span>
  )
}

function toText(hex: string): string | null {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
