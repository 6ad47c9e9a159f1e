import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useBalances } from '../../hooks/useBalances.ts'
import { useSend } from '../../hooks/useSend.ts'
import { Freshness } from '../../ui/Freshness.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { List } from '../../ui/List.tsx'
import { NoTokens } from '../../ui/NoTokens.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { TokenRow } from '../../ui/TokenRow.tsx'

/** Choice of the token to send. */
export function WalletSendSelectToken() {
  const { latchkey, t } = useModalScope()
  const { modal } = latchkey
  const balances = useBalances()
  const { state, edit } = useSend()
  const [search, setSearch] = useRemembered('WalletSendSelectToken.search', '')
  const { data } = balances
  const needle = search.trim().toLowerCase()
  const matches = data?.filter(({ name, symbol, address }) =>
    [name, symbol, address ?? ''].some((text) => text.toLowerCase().includes(needle)),
  )
  return (
    <div className="view">
      <SearchField value={search} label={t('send.searchToken')} onChange={setSearch} />
      <Freshness resource={balances} onRetry={() => void balances.refresh({ force: true })} />
      {matches === undefined && balances.error === undefined && <SkeletonRows count={4} ends />}
      {matches?.length === 0 &&
        (needle === '' ? (
          <NoTokens title={t('tokens.empty.title')} text={t('tokens.empty.text')} />
        ) : (
          <Hero icon="search" title={t('send.noToken', { search: search.trim() })} text={t('send.noTokenText')} />
        ))}
      {matches !== undefined && matches.length > 0 && (
        <List label={t('title.WalletSendSelectToken')}>
          {matches.map((token) => (
            <TokenRow
              key={token.address ?? 'native'}
              token={token}
              current={state.form.token !== undefined && state.form.token.address === token.address}
              onClick={() => {
                edit({ token })
                modal.goBack()
              }}
            />
          ))}
        </List>
      )}
    </div>
  )
}
