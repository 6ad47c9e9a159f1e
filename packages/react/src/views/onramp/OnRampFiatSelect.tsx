import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useBuy } from '../../hooks/useBuy.ts'
import { Hero } from '../../ui/Hero.tsx'
import { List } from '../../ui/List.tsx'
import { Row } from '../../ui/Row.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { NoBuying } from './NoBuying.tsx'
import { useFiat } from './useFiat.ts'

/** A list of this length needs no search. */
const few = 6

/** Choice of a currency, with the limits of each payment method. */
export function OnRampFiatSelect() {
  const { latchkey, t } = useModalScope()
  const { modal } = latchkey
  const { state, load, edit } = useBuy()
  const fiat = useFiat()
  const [search, setSearch] = useRemembered('OnRampFiatSelect', '')
  const { options, form } = state
  if (options.status === 'failed' && options.value === undefined && options.error !== undefined)
    return <NoBuying error={options.error} onRetry={() => void load()} />

  const currencies = options.value?.paymentCurrencies
  const wanted = search.trim().toLowerCase()
  const found = currencies?.filter(({ id }) =>
    [id, fiat.nameOf(id)].some((text) => text.toLowerCase().includes(wanted)),
  )

  function take(currency: string): void {
    setSearch('')
    edit({ currency })
    if (modal.getState().history.length > 1) modal.goBack()
    else modal.replace('OnRampProviders')
  }

  return (
    <div className="view">
      {currencies !== undefined && currencies.length > few && (
        <SearchField value={search} label={t('buy.searchCurrency')} onChange={setSearch} />
      )}
      {found === undefined ? (
        <SkeletonRows count={2} ends />
      ) : found.length === 0 ? (
        <Hero icon="search" title={t('buy.noCurrency', { search: search.trim() })} />
      ) : (
        <List label={t('title.OnRampFiatSelect')}>
          {found.map(({ id, payment_method_limits: ways }) => (
            <Row
              key={id}
              id={id}
              current={form.currency === id}
              picture={
                <span className="picture tile buy-coin" translate="no" aria-hidden="true">
                  {fiat.signOf(id)}
                </span>
              }
              title={<span translate="no">{fiat.nameOf(id)}</span>}
              subtitle={
                <span className="buy-ways">
                  {ways.map((way) => (
                    <span key={way.id}>
                      {t(`buy.method.${way.id}`)}{' '}
                      <span className="figures" data-figures="">
                        {fiat.money(way.min, id, { short: true })}–{fiat.money(way.max, id, { short: true })}
                      </span>
                    </span>
                  ))}
                </span>
              }
              end={<span translate="no">{id}</span>}
              onClick={() => take(id)}
            />
          ))}
        </List>
      )}
    </div>
  )
}
