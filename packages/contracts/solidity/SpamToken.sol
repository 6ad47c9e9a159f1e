// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title An unsolicited ERC-20 token
/// @notice Behaves like the tokens that are thrown into wallets to lure their owners to a site: a sample to test spam rules on.
contract SpamToken is ERC20 {
    /// @param name_ Full name; spam puts an address of a site into it.
    /// @param symbol_ Short name.
    constructor(string memory name_, string memory symbol_) ERC20(name_, symbol_) {}

    /// @notice Gives every account the same amount of new tokens.
    /// @param accounts Who receives them.
    /// @param amount How many each, in base units.
    function airdrop(address[] calldata accounts, uint256 amount) external {
        for (uint256 i = 0; i < accounts.length; ++i) {
            _mint(accounts[i], amount);
        }
    }
}
