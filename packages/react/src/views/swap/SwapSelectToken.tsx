import type { SwapToken } from '@latchkey/core'
import type { SwappableToken } from '@latchkey/protocol/api'
import { useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useBalances } from '../../hooks/useBalances.ts'
import { useSwap } from '../../hooks/useSwap.ts'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { List } from '../../ui/List.tsx'
import { Note } from '../../ui/Note.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import type { View } from '../ViewGroup.ts'
import { SwapTokenRow } from './SwapTokenRow.tsx'
import { sortTokens } from './sortTokens.ts'
import { isSameToken, ownedOf } from './tokenOf.ts'
import { UnlistedToken } from './UnlistedToken.tsx'
import { useSwapTokens } from './useSwapTokens.ts'

/** Choice of a token to pay or to receive: the account's own first, then listed ones, then all others. */
export const SwapSelectToken: View<'SwapSelectToken'> = ({ data: { side } }) => {
  const { latchkey, t, sentence } = useModalScope()
  const { modal } = latchkey
  const { state, edit } = useSwap({ watch: false })
  const balances = useBalances()
  const { tokens, error, isLoading, retry } = useSwapTokens()
  const [search, setSearch] = useRemembered(`SwapSelectToken.${side}`, '')
  const [doubtful, setDoubtful] = useState<SwapToken>()
  const { form } = state
  const other = side === 'from' ? form.to : form.from
  const owned = [...(balances.data ?? []), ...(balances.otherAssets ?? [])]
  const groups =
    tokens &&
    sortTokens({
      tokens: tokens.map((token) => ({ ...token, balance: ownedOf({ token, balances: owned, listed: tokens }) })),
      search,
    })

  function take(token: SwappableToken): void {
    setSearch('')
    // Choosing the token of the other side exchanges both.
    const swapped = other !== undefined && isSameToken(other.address, token.address)
    const mine = form[side]
    edit({
      [side]: token,
      ...(swapped ? { [side === 'from' ? 'to' : 'from']: mine } : {}),
      // An amount of one token has no meaning for another.
      ...(side === 'from' && !isSameToken(form.from?.address, token.address) ? { amount: '' } : {}),
    })
    modal.goBack()
  }

  if (doubtful !== undefined) {
    const twin = tokens?.some((token) => token.listed && token.symbol.toLowerCase() === doubtful.symbol.toLowerCase())
    return (
      <UnlistedToken
        token={doubtful}
        hasTwin={twin === true}
        onTake={() => take(doubtful)}
        onBack={() => setDoubtful(undefined)}
      />
    )
  }

  const shown = groups && [
    { name: t('swap.yours'), tokens: groups.yours },
    { name: t('swap.listed'), tokens: groups.listed },
    { name: t('swap.unlisted'), tokens: groups.unlisted },
  ]
  return (
    <div className="view swap-tokens">
      <SearchField value={search} label={t('swap.search')} onChange={setSearch} />
      {error !== undefined && (
        <Note tone="warn" alert action={{ label: t('retry'), onClick: retry }}>
          <strong>{sentence(error)}</strong>
        </Note>
      )}
      {groups === undefined && isLoading && <SkeletonRows count={5} ends />}
      {shown?.every((group) => group.tokens.length === 0) && (
        <Hero icon="search" title={t('send.noToken', { search: search.trim() })} text={t('swap.noTokenText')} />
      )}
      {shown
        ?.filter((group) => group.tokens.length > 0)
        .map(({ name, tokens: members }) => (
          <section className="swap-group" key={name}>
            <h3 className="swap-group-name">{name}</h3>
            <List label={name}>
              {members.map((token) => (
                <SwapTokenRow
                  key={token.address}
                  token={token}
                  current={isSameToken(form[side]?.address, token.address)}
                  onClick={() => (token.listed ? take(token) : setDoubtful(token))}
                />
              ))}
            </List>
          </section>
        ))}
      {error !== undefined && tokens === undefined && (
        <Button kind="secondary" onClick={() => modal.goBack()}>
          {t('header.back')}
        </Button>
      )}
    </div>
  )
}
