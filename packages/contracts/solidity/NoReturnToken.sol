// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title An ERC-20 token whose transfer, transferFrom and approve return nothing
/// @notice The best known dollar token behaves like this: a caller that insists on a returned `true` fails with it.
contract NoReturnToken {
    /// @notice Full name.
    string public name;
    /// @notice Short name.
    string public symbol;
    /// @notice Digits after the decimal point of one token.
    uint8 public immutable decimals;
    /// @notice Who may mint.
    address public immutable owner;
    /// @notice All tokens there are, in base units.
    uint256 public totalSupply;
    /// @notice The balance of an account, in base units.
    mapping(address account => uint256) public balanceOf;
    /// @notice How much a spender may still take from an account, in base units.
    mapping(address account => mapping(address spender => uint256)) public allowance;

    /// @notice Tokens moved.
    event Transfer(address indexed from, address indexed to, uint256 value);
    /// @notice An allowance was set.
    event Approval(address indexed owner, address indexed spender, uint256 value);

    /// @notice Only the owner may mint.
    error NotOwner(address caller);
    /// @notice The account has less than it should send.
    error InsufficientBalance(address account, uint256 balance, uint256 needed);
    /// @notice The spender may take less than it tried to.
    error InsufficientAllowance(address spender, uint256 allowance, uint256 needed);
    /// @notice Tokens cannot be sent to the zero address.
    error InvalidReceiver(address receiver);

    /// @param name_ Full name.
    /// @param symbol_ Short name.
    /// @param decimals_ Digits after the decimal point of one token.
    /// @param owner_ Who may mint.
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address owner_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        owner = owner_;
    }

    /// @notice Creates new tokens. Only the owner may call it.
    /// @param to Who receives them.
    /// @param amount How many, in base units.
    function mint(address to, uint256 amount) external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        if (to == address(0)) revert InvalidReceiver(to);
        totalSupply += amount;
        unchecked {
            balanceOf[to] += amount;
        }
        emit Transfer(address(0), to, amount);
    }

    /// @notice Sends tokens. Returns nothing; reverts when it cannot.
    /// @param to Who receives them.
    /// @param amount How many, in base units.
    function transfer(address to, uint256 amount) external {
        _transfer(msg.sender, to, amount);
    }

    /// @notice Sends tokens of another account within the caller's allowance. Returns nothing; reverts when it cannot.
    /// @param from Whose tokens.
    /// @param to Who receives them.
    /// @param amount How many, in base units.
    function transferFrom(address from, address to, uint256 amount) external {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) {
            if (allowed < amount) revert InsufficientAllowance(msg.sender, allowed, amount);
            unchecked {
                allowance[from][msg.sender] = allowed - amount;
            }
        }
        _transfer(from, to, amount);
    }

    /// @notice Lets a spender take tokens of the caller. Returns nothing.
    /// @param spender Who may take them.
    /// @param amount How many at most, in base units; the largest number stands for no limit.
    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
    }

    function _transfer(address from, address to, uint256 amount) private {
        if (to == address(0)) revert InvalidReceiver(to);
        uint256 balance = balanceOf[from];
        if (balance < amount) revert InsufficientBalance(from, balance, amount);
        unchecked {
            balanceOf[from] = balance - amount;
            balanceOf[to] += amount;
        }
        emit Transfer(from, to, amount);
    }
}
