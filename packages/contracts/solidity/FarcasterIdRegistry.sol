// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Who owns which Farcaster account
/// @notice Answers like the registry on OP Mainnet where a sign-in is verified. Without its gateway: here everybody takes an account for
/// nothing.
contract FarcasterIdRegistry {
    /// @notice The number of the newest account; they are counted from 1.
    uint256 public idCounter;
    /// @notice The account of an address; 0 where it has none. An address has one at most.
    mapping(address owner => uint256 fid) public idOf;
    /// @notice The address that owns an account.
    mapping(uint256 fid => address owner) public custodyOf;

    /// @notice An account was made.
    event Register(address indexed to, uint256 indexed id, address recovery);
    /// @notice An account has another owner.
    event Transfer(address indexed from, address indexed to, uint256 indexed id);

    /// @notice The address has an account already.
    error HasId();
    /// @notice The address has no account.
    error HasNoId();

    /// @notice Makes an account for the caller.
    /// @return fid Its number.
    function register() external returns (uint256 fid) {
        if (idOf[msg.sender] != 0) revert HasId();
        fid = ++idCounter;
        idOf[msg.sender] = fid;
        custodyOf[fid] = msg.sender;
        emit Register(msg.sender, fid, address(0));
    }

    /// @notice Gives the caller's account away.
    /// @param to Who owns it from now on.
    function transfer(address to) external {
        uint256 fid = idOf[msg.sender];
        if (fid == 0) revert HasNoId();
        if (idOf[to] != 0) revert HasId();
        idOf[msg.sender] = 0;
        idOf[to] = fid;
        custodyOf[fid] = to;
        emit Transfer(msg.sender, to, fid);
    }
}
