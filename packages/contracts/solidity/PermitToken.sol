// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title A general ERC-20 token with permit (ERC-2612)
/// @notice Name, symbol and decimals are chosen when it is deployed; its owner may mint.
contract PermitToken is ERC20, ERC20Permit, Ownable {
    uint8 private immutable _decimals;

    /// @param name_ Full name, also the name of the EIP-712 domain.
    /// @param symbol_ Short name.
    /// @param decimals_ Digits after the decimal point of one token.
    /// @param owner_ Who may mint.
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address owner_)
        ERC20(name_, symbol_)
        ERC20Permit(name_)
        Ownable(owner_)
    {
        _decimals = decimals_;
    }

    /// @inheritdoc ERC20
    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    /// @notice Creates new tokens. Only the owner may call it.
    /// @param to Who receives them.
    /// @param amount How many, in base units.
    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }
}
