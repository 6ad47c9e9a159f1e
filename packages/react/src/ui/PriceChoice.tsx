import { useId } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { formatCost } from '../format/formatCost.ts'

/** One price at which a transaction can be sent. */
export type PriceOption<Id extends string> = {
  id: Id
  name: string
  /** The whole network cost, decimal text of the native token; undefined if unknown. */
  costText: string | undefined
  /** The price per unit in the network's usual notation: `12 sat/vB`. */
  rateText?: string | undefined
}

export type PriceChoiceProps<Id extends string> = {
  label: string
  options: readonly PriceOption<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** The native token: its symbol, and its price in US dollars if known. */
  symbol: string
  price: number | null
  /** The costs are loading. */
  waiting?: boolean
}

/** The choice of a price, with the cost of each. */
export function PriceChoice<Id extends string>(props: PriceChoiceProps<Id>) {
  const { t, format } = useModalScope()
  const name = useId()
  const isUnknown = props.waiting !== true && props.options.every(({ costText }) => costText === undefined)
  return (
    <fieldset className="prices">
      <legend>{props.label}</legend>
      <div className="price-options">
        {props.options.map(({ id, name: label, costText, rateText }) => (
          <label key={id} className="price">
            <input
              type="radio"
              name={name}
              value={id}
              data-key={id}
              checked={props.value === id}
              onChange={() => props.onChange(id)}
            />
            <span className="price-name">{label}</span>
            {costText === undefined ? (
              props.waiting === true ? (
                <span className="skeleton skeleton-line" data-small="" data-width="1" />
              ) : (
                !isUnknown && <span className="price-cost">{t('send.costUnknown')}</span>
              )
            ) : (
              <>
                {props.price !== null && (
                  <span className="figures price-worth" data-figures="">
                    {format.money(Number(costText) * props.price)}
                  </span>
                )}
                <span className="figures price-cost" translate="no">
                  {formatCost({ format, text: costText })} {props.symbol}
                </span>
              </>
            )}
            {rateText !== undefined && (
              <span className="figures price-cost" translate="no">
                {rateText}
              </span>
            )}
          </label>
        ))}
      </div>
      {isUnknown && <p className="price-same">{t('send.costUnknown')}</p>}
    </fieldset>
  )
}
