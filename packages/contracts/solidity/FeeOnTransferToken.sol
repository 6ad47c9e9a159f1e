// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title An ERC-20 token that takes a fee of every transfer
/// @notice The receiver gets less than was sent: wallets and routers must look at what arrived, not at what they asked for.
contract FeeOnTransferToken is ERC20, Ownable {
    /// @notice The fee in hundredths of a percent.
    uint256 public immutable feeBasisPoints;
    /// @notice Who receives the fees.
    address public immutable feeCollector;

    /// @notice The fee is above 100 percent.
    error FeeTooHigh(uint256 feeBasisPoints);

    /// @param name_ Full name.
    /// @param symbol_ Short name.
    /// @param feeBasisPoints_ The fee in hundredths of a percent.
    /// @param feeCollector_ Who receives the fees.
    /// @param owner_ Who may mint.
    constructor(
        string memory name_,
        string memory symbol_,
        uint256 feeBasisPoints_,
        address feeCollector_,
        address owner_
    ) ERC20(name_, symbol_) Ownable(owner_) {
        if (feeBasisPoints_ > 10_000) revert FeeTooHigh(feeBasisPoints_);
        feeBasisPoints = feeBasisPoints_;
        feeCollector = feeCollector_;
    }

    /// @notice Creates new tokens, without a fee. Only the owner may call it.
    /// @param to Who receives them.
    /// @param amount How many, in base units.
    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    /// @dev Minting and burning are free; everything else pays.
    function _update(address from, address to, uint256 value) internal override {
        if (from == address(0) || to == address(0) || from == feeCollector) {
            super._update(from, to, value);
            return;
        }
        uint256 fee = (value * feeBasisPoints) / 10_000;
        super._update(from, to, value - fee);
        if (fee > 0) super._update(from, feeCollector, fee);
    }
}
