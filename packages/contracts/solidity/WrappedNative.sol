// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title The native coin as an ERC-20 token
/// @notice Answers like the well-known WETH9: plain coins sent to it are wrapped, an allowance of the largest number never shrinks.
contract WrappedNative {
    /// @notice Full name.
    string public constant name = "Wrapped Ether";
    /// @notice Short name.
    string public constant symbol = "WETH";
    /// @notice Digits after the decimal point of one token.
    uint8 public constant decimals = 18;

    /// @notice The balance of an account, in wei.
    mapping(address account => uint256) public balanceOf;
    /// @notice How much a spender may still take from an account, in wei.
    mapping(address account => mapping(address spender => uint256)) public allowance;

    /// @notice An allowance was set.
    event Approval(address indexed src, address indexed guy, uint256 wad);
    /// @notice Tokens moved.
    event Transfer(address indexed src, address indexed dst, uint256 wad);
    /// @notice Native coins were wrapped.
    event Deposit(address indexed dst, uint256 wad);
    /// @notice Tokens were unwrapped.
    event Withdrawal(address indexed src, uint256 wad);

    /// @notice The account has less than it should send.
    error InsufficientBalance(address account, uint256 balance, uint256 needed);
    /// @notice The spender may take less than it tried to.
    error InsufficientAllowance(address spender, uint256 allowance, uint256 needed);
    /// @notice The receiver refused the native coins.
    error WithdrawalRefused(address receiver);

    /// @notice Wraps the coins that come without a call.
    receive() external payable {
        deposit();
    }

    /// @notice Wraps the coins that are sent along.
    function deposit() public payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    /// @notice Unwraps tokens of the caller.
    /// @param amount How many, in wei.
    function withdraw(uint256 amount) external {
        uint256 balance = balanceOf[msg.sender];
        if (balance < amount) revert InsufficientBalance(msg.sender, balance, amount);
        unchecked {
            balanceOf[msg.sender] = balance - amount;
        }
        emit Withdrawal(msg.sender, amount);
        (bool sent,) = msg.sender.call{value: amount}("");
        if (!sent) revert WithdrawalRefused(msg.sender);
    }

    /// @notice All tokens there are: the coins that lie here.
    function totalSupply() external view returns (uint256) {
        return address(this).balance;
    }

    /// @notice Lets a spender take tokens of the caller.
    /// @param spender Who may take them.
    /// @param amount How many at most, in wei; the largest number stands for no limit.
    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    /// @notice Sends tokens.
    /// @param to Who receives them.
    /// @param amount How many, in wei.
    function transfer(address to, uint256 amount) external returns (bool) {
        _transfer(msg.sender, to, amount);
        return true;
    }

    /// @notice Sends tokens of another account within the caller's allowance.
    /// @param from Whose tokens.
    /// @param to Who receives them.
    /// @param amount How many, in wei.
    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (from != msg.sender) {
            uint256 allowed = allowance[from][msg.sender];
            if (allowed != type(uint256).max) {
                if (allowed < amount) revert InsufficientAllowance(msg.sender, allowed, amount);
                unchecked {
                    allowance[from][msg.sender] = allowed - amount;
                }
            }
        }
        _transfer(from, to, amount);
        return true;
    }

    function _transfer(address from, address to, uint256 amount) private {
        uint256 balance = balanceOf[from];
        if (balance < amount) revert InsufficientBalance(from, balance, amount);
        unchecked {
            balanceOf[from] = balance - amount;
            balanceOf[to] += amount;
        }
        emit Transfer(from, to, amount);
    }
}
